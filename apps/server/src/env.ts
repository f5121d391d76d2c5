import { readLocation } from '@tradewind/byte-store/location'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import pino, { type DestinationStream, type LevelWithSilent } from 'pino'
import { z } from 'zod'
import { addressesOf } from './kit/database/replica.hosts.ts'

/** The secret of the settings, or one that is generated once and stored next to the data. */
export const secretOf = ({ appSecret, dataDir }: Env) => {
  if (appSecret) return appSecret
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch {
    // it already exists
  }
  return readFileSync(file, 'utf8')
}

/** The secret of the settings, or the one that was generated before; undefined if there is none. */
export const existingSecretOf = ({ appSecret, dataDir }: Env) => {
  const file = join(dataDir, 'secret')
  return appSecret ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
}

/** Property paths that are redacted in the log. */
const redact = ['authorization', 'cookie', 'password', 'currentPassword', 'confirmPassword', 'token', 'accessToken'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
)

/** The application log: one line of JSON for each event, on standard output by default. */
export const openLog = (level: LevelWithSilent, to: DestinationStream = process.stdout) => pino({ level, redact }, to)

const isUrl = (protocols: RegExp) => (value: string) => protocols.test(URL.parse(value)?.protocol ?? '')
const postgresUrl = z
  .string()
  .refine(
    (url) => addressesOf(url) !== undefined,
    'must be a postgres:// address, with several hosts where one of them takes writes',
  )
/** Comma-separated URLs. */
const postgresUrls = z
  .string()
  .transform((urls) => urls.split(/\s*,\s*(?=postgres(?:ql)?:)/).map((url) => url.trim()))
  .refine((urls) => urls.every((url) => addressesOf(url)?.length === 1), 'must be postgres:// addresses with commas between')

const filesLocation = z.string().transform((url, context) => {
  try {
    return readLocation(url)
  } catch (error) {
    context.addIssue((error as Error).message)
    return z.NEVER
  }
})

/** Converts a host name to a valid node name for connections. */
const nodeNameOf = (host: string) => host.replace(/[^\w.-]/g, '-').slice(0, 40) || 'node'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const Settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'must be development, test or production').default('development'),
  PORT: z.coerce
    .number('must be a port')
    .int('must be a port')
    .min(0, 'must be a port')
    .max(65535, 'must be a port')
    .default(3000),
  HOST: z.string().optional(),
  APP_URL: z
    .string()
    .refine(isUrl(/^https?:$/), 'must be an http:// or https:// address')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z.string().default('./data'),
  FILES_URL: filesLocation.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_ADMIN_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrls.optional(),
  DATABASE_SHARDED: z.enum(['citus'], 'must be citus, or not be set').optional(),
  DATABASE_PIPELINE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DATABASE_CONNECTIONS: z.coerce
    .number('must be a number of 2 to 200')
    .int('must be a number of 2 to 200')
    .min(2, 'must be a number of 2 to 200')
    .max(200, 'must be a number of 2 to 200')
    .default(12),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  APP_SECRET: z.string().min(32, 'must have 32 characters at least').optional(),
  SMTP_URL: z
    .string()
    .refine(isUrl(/^smtps?:$/), 'must be an smtp:// or smtps:// address')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/[^\s@<]@[^\s@>]/, 'must name an address')
    .optional(),
  MAIL_BOUNCE_SECRET: z.string().min(32, 'must have 32 characters at least').optional(),
  SUPER_ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  TRUST_PROXY: z.string().default(''),
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'must be 1 to 40 letters, digits, dots and hyphens')
    .default(nodeNameOf(hostname())),
  SLOW_STATEMENT_MS: z.coerce
    .number('must be a number of milliseconds')
    .int('must be a number of milliseconds')
    .min(0, 'must be a number of milliseconds')
    .default(1000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isUrl(/^https?:$/), 'must be an http:// or https:// address')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^([\w-]+=[^,]*)(,\s*[\w-]+=[^,]*)*$/, 'must be name=value, with commas between')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('tradewind'),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number of 0 to 1')
    .min(0, 'must be a number of 0 to 1')
    .max(1, 'must be a number of 0 to 1')
    .default(0.05),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters at least').optional(),
  DEMO_PASSWORD: z.string().min(12, 'must have 12 characters at least').default('Tradewind-demo-1'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .optional(),
})

/** The names of all settings. */
export const settingNames = Object.keys(Settings.shape)

/** Settings whose values super admins may see. All others are secrets, or may contain one. */
const publicSettings: readonly (keyof typeof Settings.shape)[] = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'APP_URL',
  'DATA_DIR',
  'DATABASE_SHARDED',
  'DATABASE_PIPELINE',
  'DATABASE_CONNECTIONS',
  'ROLE',
  'TRUST_PROXY',
  'NODE_NAME',
  'SLOW_STATEMENT_MS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'LOG_LEVEL',
]

/** Removes credentials, query and fragment from an http(s) URL; returns other values unchanged. */
const withoutSecrets = (value: string) => {
  const url = URL.parse(value)
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname.replace(/\/$/, '')}` : value
}

/** Every effective setting, without the values of those that may be secret. */
const settingsWithoutSecrets = (environment: object, inForce: Readonly<Record<string, unknown>>) =>
  settingNames.map((name) => {
    const isHidden = !publicSettings.includes(name as keyof typeof Settings.shape)
    const value = inForce[name] as string | number | undefined
    const isKnown = !isHidden && value !== undefined && value !== ''
    return { name, value: isKnown ? withoutSecrets(String(value)) : null, isSet: name in environment, isHidden }
  })

/** Thrown for an invalid setting. The message names it. */
export class InvalidSetting extends Error {}

const invalidSetting = (name: string, why: string) => new InvalidSetting(`${name} ${why}`)

const hops = (value: string): boolean | number | string => {
  if (value === '' || value === 'false') return false
  return /^\d+$/.test(value) ? Number(value) : value
}

/** Whether only this machine itself can connect to the host. */
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

const filesPlaceOf = ({ FILES_URL, DATA_DIR }: z.output<typeof Settings>) =>
  FILES_URL ?? { folder: join(resolve(DATA_DIR), 'files') }

/** The settings of traces; undefined if tracing is off. */
const tracesOf = (settings: z.output<typeof Settings>) =>
  settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: Object.fromEntries(
          (settings.OTEL_EXPORTER_OTLP_HEADERS ?? '')
            .split(',')
            .filter(Boolean)
            .map((one): [string, string] => {
              const at = one.indexOf('=')
              return [one.slice(0, at).trim(), decodeURIComponent(one.slice(at + 1).trim())]
            }),
        ),
        service: settings.OTEL_SERVICE_NAME,
        sampler: settings.OTEL_TRACES_SAMPLER,
        ratio: settings.OTEL_TRACES_SAMPLER_ARG,
      }

/** Checks the settings of a Citus cluster. */
const checkCluster = ({ DATABASE_ADMIN_URL, DATABASE_REPLICA_URL }: z.output<typeof Settings>) => {
  if (!DATABASE_ADMIN_URL)
    throw invalidSetting('DATABASE_ADMIN_URL', 'is required beside DATABASE_SHARDED: it leads to the coordinator of the cluster')
  if (DATABASE_REPLICA_URL) throw invalidSetting('DATABASE_REPLICA_URL', 'is not for a cluster: its workers share the reads')
}

/** Checks for missing settings and invalid combinations. */
const check = (settings: z.output<typeof Settings>, production: boolean) => {
  const missing = production && (['APP_SECRET', 'APP_URL', 'SMTP_URL', 'MAIL_FROM'] as const).find((name) => !settings[name])
  if (missing) throw invalidSetting(missing, 'is required in production')
  if (!production && !isLoopback(settings.HOST ?? '127.0.0.1'))
    throw invalidSetting(
      'HOST',
      'must be 127.0.0.1, ::1 or localhost in an evaluation: everybody knows its passwords and reads its mails',
    )
  if (settings.DATABASE_URL && !settings.DATABASE_ADMIN_URL) {
    throw invalidSetting(
      'DATABASE_ADMIN_URL',
      'is required beside DATABASE_URL: it owns the schema, and must be a direct connection',
    )
  }
  if (settings.DATABASE_REPLICA_URL && !settings.DATABASE_ADMIN_URL)
    throw invalidSetting('DATABASE_ADMIN_URL', 'is required beside DATABASE_REPLICA_URL: the embedded PostgreSQL has no replicas')
  if (settings.DATABASE_SHARDED) checkCluster(settings)
}

/** Reads and validates the settings. Throws WrongSetting for an invalid one. */
export const readSettings = (source: NodeJS.ProcessEnv) => {
  const environment = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const read = Settings.safeParse(environment)
  if (!read.success) throw invalidSetting(read.error.issues[0]!.path.join('.'), read.error.issues[0]!.message)
  const settings = read.data
  const production = settings.NODE_ENV === 'production'
  check(settings, production)
  const host = settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1')
  const logLevel = settings.LOG_LEVEL ?? (production ? 'info' : 'warn')
  return {
    production,
    /** All effective settings by name, without secrets. */
    settings: settingsWithoutSecrets(environment, {
      ...settings,
      HOST: host,
      DATA_DIR: resolve(settings.DATA_DIR),
      LOG_LEVEL: logLevel,
    }),
    port: settings.PORT,
    host,
    appUrl: settings.APP_URL,
    dataDir: resolve(settings.DATA_DIR),
    filesLocation: filesPlaceOf(settings),
    databaseUrl: settings.DATABASE_URL,
    databaseAdminUrl: settings.DATABASE_ADMIN_URL,
    /** URLs of read replicas; empty if there are none. */
    replicaUrls: settings.DATABASE_REPLICA_URL ?? [],
    /** The database is a Citus cluster. */
    databaseSharded: settings.DATABASE_SHARDED === 'citus',
    databaseConnections: settings.DATABASE_CONNECTIONS,
    /** What this node does: answer calls, run jobs, or both. */
    role: settings.ROLE,
    databasePipeline: settings.DATABASE_PIPELINE === 'on',
    appSecret: settings.APP_SECRET,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? 'Tradewind <no-reply@tradewind.test>',
    /** Authenticates the bounce reports of mail servers; undefined if there are none. */
    mailBounceSecret: settings.MAIL_BOUNCE_SECRET,
    superAdminEmail: settings.SUPER_ADMIN_EMAIL,
    trustProxy: hops(settings.TRUST_PROXY),
    /** The name of this node in monitoring. */
    nodeName: settings.NODE_NAME,
    /** Milliseconds from which a slow statement is logged; 0 disables it. */
    slowStatement: settings.SLOW_STATEMENT_MS,
    /** The destination and sampling of traces; undefined if tracing is off. */
    traces: tracesOf(settings),
    metricsToken: settings.METRICS_TOKEN,
    demoPassword: settings.DEMO_PASSWORD,
    logLevel,
  }
}
export type Env = ReturnType<typeof readSettings>
