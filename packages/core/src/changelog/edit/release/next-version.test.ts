import { describe, expect, it } from 'vitest'
import { releaseText } from '../../testing.ts'

const logOf = (...versions: string[]) =>
  `## Unreleased\n\n- x\n\n${versions.map((version) => `## ${version}\n\n- y\n\n`).join('')}`
const date = '2026-11-21'

describe('the version of a pre-release', () => {
  it.each([
    ['1.2.0', 'MINOR', 'rc', '1.3.0-rc.1'],
    ['1.2.0', 'PATCH', 'beta', '1.2.1-beta.1'],
    ['1.3.0-rc.1', 'MINOR', 'rc', '1.3.0-rc.2'],
    ['1.3.0-rc.1', 'PATCH', 'rc', '1.3.0-rc.2'],
    ['1.3.0-rc.9', 'MINOR', 'rc', '1.3.0-rc.10'],
    ['1.3.0-rc.2', 'MAJOR', 'rc', '2.0.0-rc.1'],
    ['1.3.1-rc.2', 'MINOR', 'rc', '1.4.0-rc.1'],
    ['1.3.0-beta.4', 'MINOR', 'rc', '1.3.0-rc.1'],
    ['1.3.0-rc1', 'MINOR', 'rc', '1.3.0-rc2'],
  ] as const)('after %s with %s and %s is %s', (current, bump, prerelease, version) => {
    expect(releaseText(logOf(current, '1.1.0'), { bump, prerelease, date })).toMatchObject({ version })
  })

  it('starts at 0.1.0-rc.1', () => {
    expect(releaseText(logOf(), { bump: 'MINOR', prerelease: 'rc', date })).toMatchObject({
      version: '0.1.0-rc.1',
    })
  })

  it('leads to the version without it', () => {
    const text = logOf('1.3.0-rc.3', '1.3.0-rc.2', '1.3.0-rc.1', '1.2.0')
    expect(releaseText(text, { bump: 'PATCH', date })).toMatchObject({ version: '1.3.0' })
  })

  it('is refused when it is lower than the current version', () => {
    const options = { bump: 'MINOR', prerelease: 'beta', date } as const
    expect(() => releaseText(logOf('1.3.0-rc.1', '1.2.0'), options)).toThrow(
      'prerelease: expected an identifier whose version is higher than 1.3.0-rc.1, got 1.3.0-beta.1',
    )
  })

  it('keeps the planned version', () => {
    const text = '## 2.0.0 - TBD\n\n- x\n\n## 1.2.0 - 2020-01-01\n\n- y\n'
    const released = releaseText(text, { bump: 'MAJOR', prerelease: 'rc', date })
    expect(released).toMatchObject({
      text: text.replace('TBD\n', 'TBD\n\n## 2.0.0-rc.1 - 2026-11-21\n'),
    })
  })
})

it.each([
  ['1.4.0-release, 1.3.2-release', '1.4.1-release'],
  ['1.4.0.Final, 1.3.2.Final, 1.3.2.rc1', '1.4.1.Final'],
  ['1.4.0.RELEASE, 1.3.2.RELEASE', '1.4.1.RELEASE'],
  ['2.0.0-next.3, 1.9.0', '2.0.0'],
  ['2.0.0-canary.1, 1.9.0', '2.0.0'],
])(
  'ends with the word of the versions, which is that of no pre-release: after %s, %s',
  (versions, version) => {
    expect(releaseText(logOf(...versions.split(', ')), { bump: 'PATCH', date })).toMatchObject({ version })
  },
)

describe('the number of numbers', () => {
  it.each([
    ['1.1.1, 1.1, 1.0.1, 1.0', '2.0', '1.2', '1.1.2'],
    ['0.9.1, 0.9, 0.8', '1.0', '0.10', '0.9.2'],
    ['6.0.1, 6 (2023-03-12), 5.3.1, 5.3, 5.2', '7', '6.1', '6.0.2'],
    ['1.2, 1.1.1, 1.1, 1.0', '2.0', '1.3', '1.2.1'],
    ['1.2.0-rc.1, 1.1, 1.0', '2.0', '1.2', '1.2.0'],
    ['1.5.1, 1.5.0, 1.4, 1.3', '2.0.0', '1.6.0', '1.5.2'],
    ['1.1.1, 1.1, 1.0.0, 0.9.0', '2.0.0', '1.2.0', '1.1.2'],
    ['0.3.1, 0.3.0, 0.2', '1.0.0', '0.4.0', '0.3.2'],
    ['1.1.3, 1.1-2, 1.1-0', '2.0.0', '1.2.0', '1.1.4'],
  ])('after %s is that of the versions of the same kind: %s, %s or %s', (versions, ...expected) => {
    const text = logOf(...versions.split(', '))
    for (const [index, bump] of (['MAJOR', 'MINOR', 'PATCH'] as const).entries())
      expect(releaseText(text, { bump, date })).toMatchObject({ version: expected[index] })
  })

  it('is three in a pre-release', () => {
    const options = { bump: 'MINOR', prerelease: 'rc', date } as const
    expect(releaseText(logOf('1.1.1', '1.1', '1.0'), options)).toMatchObject({ version: '1.2.0-rc.1' })
  })
})

it.each([
  ['2.2.5-1, 2.2.4-3', '2.2.5-1'],
  ['2.2.5-1, 2.2.5, 2.2.4', '2.2.5-1'],
])('does not follow from a revision or a pre-release that is a number: %s', (versions, revised) => {
  const text = logOf(...versions.split(', '))
  expect(() => releaseText(text, { bump: 'PATCH', date })).toThrow(
    `line 5: expected a version that a PATCH release increments as in SemVer, got a version with a revision "${revised}"; request an exact version`,
  )
  expect(releaseText(text, { bump: 'PATCH', date, version: '2.2.6' })).toMatchObject({ version: '2.2.6' })
})

it.each([
  ['2.0.3-4, 2.0.2, 2.0.1, 2.0.0', '2.1.0'],
  ['1.1-10, 1.1, 1.0, 0.9', '1.2'],
  ['1.1-10, 1.0, 0.9, 0.8', '1.2'],
])('does not need the revision that one of the versions %s has', (versions, next) => {
  expect(releaseText(logOf(...versions.split(', ')), { bump: 'MINOR', date })).toMatchObject({
    version: next,
  })
})

it.each([
  ['2.7.2a, 2.7.1a', 'a version with a letter "2.7.2a"'],
  ['1.0b, 0.9', 'a version with a letter "1.0b"'],
  ['2.2.0 (yanked and re-released as 3.0.0), 2.1.0', 'another one beside "2.2.0"'],
  ['2.2.0 (re-released as v3.0.0), 2.1.0', 'another one beside "2.2.0"'],
  ['5.0.0 - 2017-10-20 (beta), 4.2.19 - 2016-10-20 (stable)', 'pre-release, got "5.0.0"'],
  ['5.0.0 - 2017-10-20 - RC 1, 4.2.19 - 2016-10-20', 'pre-release, got "5.0.0"'],
  ['5.0.0 - 2017-10-20 [alpha]', 'pre-release, got "5.0.0"'],
])('does not follow from %s', (versions, expected) => {
  const text = logOf(...versions.split(', '))
  expect(() => releaseText(text, { bump: 'MINOR', date })).toThrow(
    new RegExp(`^line 5: .*${expected.replaceAll(/[.()]/g, String.raw`\$&`)}; request an exact version`),
  )
  expect(releaseText(text, { bump: 'MINOR', date, version: '9.0.0' })).toMatchObject({ version: '9.0.0' })
})

it('does not follow from a pre-release in words below the newest version', () => {
  const text = logOf('4.2.19 - 2018-09-28 (stable)', '5.0.0 - 2017-10-20 (beta)')
  expect(() => releaseText(text, { bump: 'MINOR', date })).toThrow('line 9: ')
})

it.each([
  ['0.9.1 - 2017-10-20 (beta), 0.9.0 - 2017-10-19 (beta)', '0.10.0'],
  ['1.0.0 - 2017-10-20 (stable), 0.9.0 - 2017-10-19 (beta)', '1.1.0'],
  ['1.0.0 - 2017-10-20 - Alphabet, 0.9.0 - 2017-10-19', '1.1.0'],
  ['5.0.0-beta2 - 2017-10-20 (beta), 4.2.19 - 2016-10-20 (stable)', '5.0.0'],
  ['1.0.2b, 1.0.2a, 1.0.2, 1.0.1', '1.1.0'],
])('follows from %s', (versions, version) => {
  expect(releaseText(logOf(...versions.split(', ')), { bump: 'MINOR', date })).toMatchObject({ version })
})

it.each([
  ['3.44.0, 3.42.1, 3.18.1.1, 3.18.1', '3.44.1'],
  ['0.3.1, 0.3.0, 0.2.5.2, 0.2.5', '0.3.2'],
  ['2.0.0, 1.9.0.1, 1.9.0', '2.0.1'],
])('has the form of the current version, whatever older patches have: after %s', (versions, version) => {
  expect(releaseText(logOf(...versions.split(', ')), { bump: 'PATCH', date })).toMatchObject({ version })
})

it.each([
  ['3.8-2, 3.8-1, 3.7-2', '3.8-3'],
  ['1.1-10, 1.1-9', '1.1-11'],
  ['0.22-06, 0.22-05', '0.22-07'],
])('counts the number after a hyphen in a patch, and in no other release: after %s', (versions, version) => {
  const text = logOf(...versions.split(', '))
  expect(releaseText(text, { bump: 'PATCH', date })).toMatchObject({ version })
  for (const bump of ['MINOR', 'MAJOR'] as const)
    expect(() => releaseText(text, { bump, date })).toThrow('got a version with a revision')
})

it('has no more numbers than those of three, whatever older versions have', () => {
  const text = logOf('42.0', '3.18.0.1', '3.18.0')
  expect(() => releaseText(text, { bump: 'PATCH', date })).toThrow('request an exact version')
})

it.each(['1.27, 1.26, 0.710.02, 0.710', '2.1, 2.0, 1.9.1, 1.9', '1.1, 1.0, 0.9.01, 0.9'])(
  'has no patch in the form of an older series: %s',
  (versions) => {
    const text = logOf(...versions.split(', '))
    expect(() => releaseText(text, { bump: 'PATCH', date })).toThrow(
      'line 5: expected a version that a PATCH',
    )
    const first = logOf(...versions.split(', ').slice(1))
    expect(releaseText(first, { bump: 'PATCH', date })).toMatchObject({ kind: 'released' })
  },
)

describe('the versions of entries', () => {
  it.each(['(3.5.1) a', '[v3.5.2] a', '3.5.1: a'])('are higher than the next one: %s', (entry) => {
    const text = logOf('3.5.0', '3.4.0').replace('- y', `- ${entry}`)
    expect(() => releaseText(text, { bump: 'PATCH', date })).toThrow(
      'line 7: expected an entry of "3.5.0", got that of a later version; request an exact version',
    )
    expect(releaseText(text, { bump: 'MINOR', date })).toMatchObject({ version: '3.6.0' })
  })

  it.each(['(5.0.0) a', '3.5.0: a', '3.5.2 of x'])('are those of something else: %s', (entry) => {
    const text = logOf('3.5.0', '3.4.0').replace('- y', `- ${entry}`)
    expect(releaseText(text, { bump: 'PATCH', date })).toMatchObject({ version: '3.5.1' })
  })
})

it('follows from a pre-release that is a number beside one that is zero, as npm writes them', () => {
  const text = logOf('2.2.5-1', '2.2.5-0', '2.2.4')
  expect(releaseText(text, { bump: 'PATCH', date })).toMatchObject({ version: '2.2.5' })
})

describe('an exact version', () => {
  it.each([
    ['1.2.0', '2.0.0', '2.0.0'],
    ['1.2.0', ' v1.2.1 ', '1.2.1'],
    ['1.2.0', '1.3.0-rc.1', '1.3.0-rc.1'],
    ['1.3.0-rc.1', '1.3.0', '1.3.0'],
    ['16.1', '17.0.0', '17.0.0'],
    ['16.1', '16.2', '16.2'],
    ['0.7.0.0', '0.8.0.0', '0.8.0.0'],
    ['2026.10', '2026.11', '2026.11'],
  ])('after %s can be %s', (current, exact, version) => {
    const options = { bump: 'PATCH', version: exact, date } as const
    expect(releaseText(logOf(current), options)).toMatchObject({ version })
  })

  it.each(['1.2.0', '1.1.9', '1.2.0-rc.1', '1.2.0+build', '2.0', 'two', '', '01.3.0'])(
    'after 1.2.0 cannot be %j',
    (exact) => {
      const options = { bump: 'PATCH', version: exact, date } as const
      expect(() => releaseText(logOf('1.2.0'), options)).toThrow(
        `version: expected a SemVer version higher than 1.2.0, got ${JSON.stringify(exact)}`,
      )
    },
  )
})

it.each(['0.7.0.0', '0.6.9.9', '0.8.0.0 x', '0.8.0.0\n', '0.8', 'v0.8.0.0', 'next'])(
  'an exact version after 0.7.0.0 cannot be %j',
  (exact) => {
    expect(() => releaseText(logOf('0.7.0.0'), { bump: 'PATCH', version: exact, date })).toThrow(
      `version: expected a version of four numbers higher than 0.7.0.0, got ${JSON.stringify(exact)}`,
    )
  },
)

describe('the decimal numbers of Perl', () => {
  it.each([
    ['1.005014, 1.005013', 'MINOR', '1.006000'],
    ['1.005014, 1.005013', 'PATCH', '1.005015'],
    ['0.001010, 0.001009', 'MINOR', '0.002000'],
    ['1.099099, 0.01015824, 0.05', 'PATCH', '1.099100'],
    ['1.005014, 1.005013', 'MAJOR', '2.000000'],
  ] as const)('have groups of three digits: after %s, the %s version is %s', (versions, bump, version) => {
    expect(releaseText(logOf(...versions.split(', ')), { bump, date })).toMatchObject({ version })
  })

  it.each(['1.012940, 1.012930', '1.005014, 1.04', '1.0050, 1.0040'])('can have others: %s', (versions) => {
    expect(() => releaseText(logOf(...versions.split(', ')), { bump: 'MINOR', date })).toThrow('decimal')
  })
})

describe('versions of two digits and two digits', () => {
  it('are no months where one is higher than 12', () => {
    const text = logOf('10.42', '10.41', '10.13', '10.01', '10.00')
    expect(releaseText(text, { bump: 'MINOR', date })).toMatchObject({ version: '10.43' })
  })

  it.each([
    ['10.12', '10.11', '10.01'],
    ['22.12.0', '22.11.0', '22.09.0'],
  ])('are months above one with a zero: %s', (...versions) => {
    expect(() => releaseText(logOf(...versions), { bump: 'MINOR', date })).toThrow('got a date')
  })

  it('are no months where those of another major version have a zero', () => {
    const text = logOf('23.1.0', '23.0.0', '22.09.0')
    expect(releaseText(text, { bump: 'MINOR', date })).toMatchObject({ version: '23.2.0' })
  })
})
