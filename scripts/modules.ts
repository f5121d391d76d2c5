/** The source trees that are divided into the same modules. */
const trees = ['packages/contract/src/', 'apps/server/src/', 'apps/web/app/']

const sharedModules = ['kit', 'services', 'ui']

/** The modules, and what each may import in addition to itself. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  kit: [],
  services: ['kit'],
  ui: ['kit'],
  platform: sharedModules,
  crm: ['platform', ...sharedModules],
  trust: ['crm', 'platform', ...sharedModules],
  site: ['trust', 'crm', 'platform', ...sharedModules],
  drive: ['platform', ...sharedModules],
  operations: ['drive', 'site', 'trust', 'crm', 'platform', ...sharedModules],
}

export interface Position {
  tree: string
  /** `kit`, `crm`; undefined for a file at the top of its tree. */
  module: string | undefined
  /** The folder of a feature within its module; a file at the top of a module is a feature of its own. */
  feature: string
  /** The path within the module. */
  path: string
}

/** Returns the position of a file in its tree; undefined outside of the trees. */
export const positionOf = (file: string): Position | undefined => {
  const tree = trees.find((one) => file.startsWith(one))
  if (!tree) return undefined
  const [module, ...rest] = file.slice(tree.length).split('/')
  if (rest.length === 0) return { tree, module: undefined, feature: '', path: module! }
  return { tree, module: module!, feature: `${module}/${rest[0]}`, path: rest.join('/') }
}

const contract = trees[0]

/** Whether the import follows the allowed directions between modules. Code shared by a whole application may import the contract's kit and platform. */
export const isInDirection = (file: string, target: string) => {
  const [from, to] = [positionOf(file), positionOf(target)]
  if (!from?.module || !to?.module || from.module === to.module || !(to.module in allowedImports)) return true
  if (from.tree !== contract && to.tree === contract && sharedModules.includes(from.module))
    return ['kit', 'platform'].includes(to.module)
  return allowedImports[from.module]?.includes(to.module) ?? true
}

/** Whether the file is in one of the six modules, not in the code that they all build on. */
export const isInModule = (file: string) => {
  const module = positionOf(file)?.module
  return module !== undefined && module in allowedImports && !sharedModules.includes(module)
}
