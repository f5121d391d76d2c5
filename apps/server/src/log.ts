import pino, { type DestinationStream, type LevelWithSilent } from 'pino'

/** What must never stand in a log. */
const redact = ['authorization', 'cookie', 'password', 'currentPassword', 'confirmPassword', 'token', 'accessToken'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
)

/** The log of the application: a line of JSON for each event, on the standard output unless said. */
export const openLog = (level: LevelWithSilent, to: DestinationStream = process.stdout) => pino({ level, redact }, to)
