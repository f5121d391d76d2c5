import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The user who runs PostgreSQL, as child_process options: empty for the current user. */
export interface Identity {
  uid?: number
  gid?: number
}

/** PostgreSQL's environment: no locale, time zone or PG* variable of the machine affects it. */
export const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** PostgreSQL refuses to run as root, so root runs it as another user: the data folder's owner, else postgres, else nobody. */
export const identityFor = (dataDir: string): Identity => {
  const self = process.getuid?.()
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new Error(
        `The data folder ${dataDir} belongs to another user (uid ${owner.uid}): start as that user or as root, or set DATA_DIR to a folder of your own.`,
      )
    return {}
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const otherUser = userNamed('postgres') ?? userNamed('nobody')
  if (otherUser) return otherUser
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user postgres or nobody: start as an ordinary user, or set DATABASE_ADMIN_URL to a PostgreSQL server.',
  )
}

const userNamed = (name: string): Identity | undefined => {
  const idOf = (option: string) => Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

const succeedsAs = (identity: Identity, program: string, args: string[]) => {
  const { error, status } = spawnSync(program, args, { ...identity, cwd: '/', env: environment, stdio: 'ignore' })
  if (error && 'code' in error && (error.code === 'EPERM' || error.code === 'EINVAL'))
    throw new Error(
      'PostgreSQL does not run as root, and root may not become another user here: start as an ordinary user, or set DATABASE_ADMIN_URL to a PostgreSQL server.',
    )
  return status === 0
}

export const canEnter = (identity: Identity, folder: string) => succeedsAs(identity, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])

export const canRun = (identity: Identity, program: string) => succeedsAs(identity, program, ['--version'])

/**
 * The path of a folder for a program that starts inside it. Another user cannot resolve a path below a folder that is private to root (a clone
 * under /root), but can use its own working directory, so that the data stay where DATA_DIR says.
 */
export const pathWithin = (identity: Identity, folder: string) => {
  if (canEnter(identity, folder)) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(
    `User ${identity.uid}, who runs PostgreSQL for root, can't reach ${folder}: a folder above it is private; set DATA_DIR to a place that others may enter.`,
  )
}
