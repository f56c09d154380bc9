// json-server, with the questions as its database.
import type { AddressInfo } from 'node:net'
import jsonServer from 'json-server'
import { printReady, readPeerOptions, readQuestions } from './arguments.ts'

const app = jsonServer.create()
app.use(jsonServer.router({ questions: readQuestions(readPeerOptions()) }))
const server = app.listen(0, '127.0.0.1', () => printReady((server.address() as AddressInfo).port))
