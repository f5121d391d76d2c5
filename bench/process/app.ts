import { readSettings } from '../../apps/server/src/env.ts'
import { trimMemory } from '../../apps/server/src/services/memory.ts'
import { start } from '../../apps/server/src/start.ts'
import { answerParent } from './child.ts'

// The whole application as `npm start` starts it, with a message to the process that measures it.
const { address, stop } = await start(readSettings(process.env), { dev: false })
trimMemory()
process.once('SIGTERM', () => void stop().then(() => process.exit()))
answerParent({ address: () => address, cpu: () => process.cpuUsage() })
