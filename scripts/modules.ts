/** The source trees that are divided into the same modules. */
const trees = ['packages/contract/src/', 'apps/server/src/', 'apps/web/app/']

const ground = ['kit', 'services', 'ui']

/** The modules, and what each may import in addition to itself. */
const directions: Readonly<Record<string, readonly string[]>> = {
  kit: [],
  services: ['kit'],
  ui: ['kit'],
  platform: ground,
  crm: ['platform', ...ground],
  trust: ['crm', 'platform', ...ground],
  site: ['trust', 'crm', 'platform', ...ground],
  drive: ['platform', ...ground],
  operations: ['drive', 'site', 'trust', 'crm', 'platform', ...ground],
}

export interface Part {
  tree: string
  /** `kit`, `crm`; undefined for a file at the top of its tree. */
  module: string | undefined
  /** The folder of a feature within its module; a file at the top of a module is a feature of its own. */
  feature: string
  /** The path within the module. */
  path: string
}

/** Returns the position of a file in its tree; undefined outside of the trees. */
export const partOf = (file: string): Part | undefined => {
  const tree = trees.find((one) => file.startsWith(one))
  if (!tree) return undefined
  const [module, ...rest] = file.slice(tree.length).split('/')
  if (rest.length === 0) return { tree, module: undefined, feature: '', path: module! }
  return { tree, module: module!, feature: `${module}/${rest[0]}`, path: rest.join('/') }
}

const contract = trees[0]

/** Whether the import follows the allowed directions between modules. Code shared by a whole application may import the contract's kit and platform. */
export const isInDirection = (file: string, target: string) => {
  const [from, to] = [partOf(file), partOf(target)]
  if (!from?.module || !to?.module || from.module === to.module || !(to.module in directions)) return true
  if (from.tree !== contract && to.tree === contract && ground.includes(from.module))
    return ['kit', 'platform'].includes(to.module)
  return directions[from.module]?.includes(to.module) ?? true
}

/** Whether the file is in one of the six modules, not in the code that they all build on. */
export const isInModule = (file: string) => {
  const module = partOf(file)?.module
  return module !== undefined && module in directions && !ground.includes(module)
}
