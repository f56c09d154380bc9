// The naive implementation with Express. It does not validate the query.
import type { AddressInfo } from 'node:net'
import express from 'express'
import { printReady, readPeerOptions, readQuestions } from './arguments.ts'
import { answerNaively } from './naive.ts'
import type { PeerQuery } from './query-schema.ts'

const questions = readQuestions(readPeerOptions())
const app = express()
app.get(['/api/v1/questions/:category', '/api/v1/questions/:category/random'], (request, response) => {
  const { limit, count, random, shuffle_options, ...query } = request.query as Record<string, string>
  response.json(
    answerNaively(questions, {
      ...query,
      ...(limit !== undefined && { limit: Number(limit) }),
      ...(count !== undefined && { count: Number(count) }),
      random: random !== 'false',
      shuffle_options: shuffle_options === 'true',
    } as PeerQuery),
  )
})
const server = app.listen(0, '127.0.0.1', () => printReady((server.address() as AddressInfo).port))
