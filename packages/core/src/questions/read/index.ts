// Reads a dataset file: bytes → records → rows → questions, or diagnostics. It also has the names of columns of other files.
export { type ColumnName, type Columns, MAX_COLUMNS, readColumns } from './columns.ts'
export { readRecords, withoutBom } from './csv.ts'
export { describeOtherFormat, findEncodingErrors } from './encoding.ts'
export {
  ALPHABETS,
  countKnownColumns,
  findMarkColumns,
  findOptionLike,
  findRepeatedOptions,
  findTarget,
  foldName,
  foldNames,
  isAnyAnswer,
  isPlaceName,
  isPlayerName,
  isResultName,
  isSecondAnswer,
  isTrueFalseName,
  labelOf,
  NAMES,
  OTHER_QUESTIONS,
  TARGETS,
  type Target,
} from './names.ts'
export { readOptionList } from './option-list.ts'
export { areOfKind, type Place, readPlace, selectsOption } from './place.ts'
export { checkQuestion, foldCase, MAX_CELL_LENGTH, type RowContext, readRow } from './row.ts'
