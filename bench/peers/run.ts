import { parseArgs } from 'node:util'
import { figuresOf, ratioOf } from '../figures.ts'
import { tableOf } from '../tables.ts'
import { type Client, faultOf, openClient } from './client.ts'
import { type Peer, type PeerCall, readPeer, valueAt } from './description.ts'

// The same cases on several servers, in turn in each round. The first one named is compared with each of the others.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '6' },
    milliseconds: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
  },
})
if (positionals.length === 0) {
  console.error('Name the descriptions to compare: node bench/peers/run.ts bench/peers/tradewind.json bench/peers/directus.json')
  process.exit(1)
}

const CONNECTIONS = [1, 16]

interface OpenPeer {
  peer: Peer
  client: Client
  /** The ids for the calls, in turn. */
  idsAt: (turn: number) => Record<string, string>
}

/** Signs in, and finds the ids for the calls. */
const openPeer = async (peer: Peer): Promise<OpenPeer> => {
  const client = openClient(peer)
  const checkedAnswer = async (call: PeerCall) => {
    const answer = await client.ask(call)
    const fault = faultOf(answer, call.check)
    if (fault) throw new Error(`${peer.name}: ${call.path} ${fault}`)
    return JSON.parse(answer.text) as unknown
  }
  const token = valueAt(await checkedAnswer(peer.signIn), peer.signIn.token)
  if (typeof token !== 'string') throw new Error(`${peer.name}: no token at ${peer.signIn.token}`)
  client.signedIn(token)
  const idsByName: [string, string[]][] = []
  for (const [name, call] of Object.entries(peer.ids)) {
    const list = valueAt(await checkedAnswer(call), call.list) as Record<string, unknown>[] | undefined
    if (!list?.length) throw new Error(`${peer.name}: ${call.path} has no list at ${call.list || 'its root'}`)
    idsByName.push([name, list.map((one) => String(one[call.field]))])
  }
  client.close()
  const idsAt = (turn: number) => Object.fromEntries(idsByName.map(([name, ids]) => [name, ids[turn % ids.length]!]))
  return { peer, client, idsAt }
}

/** Runs a case on a server for a while, with this many clients. Each reply is read completely; the last one is checked. */
const measureSlice = async ({ peer, client, idsAt }: OpenPeer, name: string, connections: number, milliseconds: number) => {
  const call = peer.cases[name]!
  const latencies: number[] = []
  let failed = 0
  let fault: string | undefined
  const startedAt = performance.now()
  const one = async (place: number) => {
    for (let turn = place; performance.now() - startedAt < milliseconds; turn += connections) {
      const ids = idsAt(turn)
      const from = performance.now()
      const answer = await client.ask(call, ids)
      latencies.push(performance.now() - from)
      if (answer.status >= 400) failed++
      fault ??= turn === place ? faultOf(answer, call.check, ids) : undefined
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, place) => one(place)))
  client.close() // a server closes idle connections while the others are measured
  if (fault) throw new Error(`${peer.name}, ${name}: ${fault}`)
  const done = { latencies: Float64Array.from(latencies), failed, seconds: (performance.now() - startedAt) / 1000 }
  return { done, node: 0, postgres: 0 }
}
type Slice = Awaited<ReturnType<typeof measureSlice>>

const openPeers = await Promise.all((await Promise.all(positionals.map(readPeer))).map(openPeer))
const names = Object.keys(openPeers[0]!.peer.cases).filter((name) => new RegExp(values.only).test(name))
const measured = new Map<string, Slice[]>()
const slicesOf = (peer: Peer, name: string, connections: number) => measured.get(`${peer.name} ${name} ${connections}`) ?? []

const rounds = Number(values.rounds)
for (let round = 0; round <= rounds; round++) {
  const turn = openPeers.map((_, place) => openPeers[(place + round) % openPeers.length]!)
  for (const name of names)
    for (const connections of CONNECTIONS)
      for (const one of turn.filter(({ peer }) => name in peer.cases)) {
        const measuredSlice = await measureSlice(one, name, connections, Number(values.milliseconds))
        // The first round is the warm-up.
        if (round > 0)
          measured.set(`${one.peer.name} ${name} ${connections}`, [...slicesOf(one.peer, name, connections), measuredSlice])
      }
}

const [{ peer: first }, ...others] = openPeers as [OpenPeer, ...OpenPeer[]]
const cell = (slices: Slice[]) => {
  if (slices.length === 0) return ['not there', '–', '–']
  const { rate, p50, p99 } = figuresOf(slices)
  return [rate, p50, p99].map((value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)))
}
const rows = names.flatMap((name) =>
  CONNECTIONS.map((connections) => {
    const ours = slicesOf(first, name, connections)
    const comparisons = others.flatMap(({ peer }) => {
      const theirs = slicesOf(peer, name, connections)
      return [...cell(theirs), theirs.length > 0 ? ratioOf(ours, theirs).toFixed(1) : '–']
    })
    return [name, String(connections), ...cell(ours), ...comparisons]
  }),
)
const headersOf = (name: string) => [`${name}/s`, 'p50 ms', 'p99 ms']
console.log(
  tableOf(
    ['case', 'at once', ...headersOf(first.name), ...others.flatMap(({ peer }) => [...headersOf(peer.name), 'ratio'])],
    rows,
  ),
)
