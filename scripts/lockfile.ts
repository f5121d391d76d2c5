import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
}
export interface Lockfile {
  packages: Record<string, Locked>
}
export interface Manifest {
  name?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** Returns what is wrong in a package.json, as sentences: any required version that is not one exact version, except for our own packages. */
export const loosePins = ({ name, ...manifest }: Manifest) =>
  Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
    .filter(([wanted, version]) => !exact.test(version) && !(wanted.startsWith('@tradewind/') && version === '*'))
    .map(([wanted, version]) => `${name}: "${wanted}": "${version}" is not one exact version.`)

/** Returns what is wrong in package-lock.json, as sentences: a package without a checksum, or tied to an address. */
export const lockFaults = ({ packages }: Lockfile) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .flatMap(([path, { resolved, integrity }]) => [
      ...(resolved ? [`package-lock.json: ${path} comes from ${resolved}: no address belongs there.`] : []),
      ...(integrity ? [] : [`package-lock.json: ${path} has no checksum.`]),
    ])

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })]
  const faults = [
    ...manifests.flatMap((path) => loosePins(read(path) as Manifest)),
    ...lockFaults(read('package-lock.json') as Lockfile),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = Math.min(faults.length, 1)
}
