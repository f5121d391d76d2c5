/** A parsed query as PostgreSQL prints it (`pg_node_tree`): nodes with fields, lists, and single words. */
export type Tree = string | Tree[] | Node
export interface Node {
  type: string
  fields: Record<string, Tree>
}

const isNode = (tree: Tree | undefined): tree is Node => typeof tree === 'object' && !Array.isArray(tree)

/** Words, brackets, and quoted names: a backslash escapes the next character. */
const TOKEN_PATTERN = /[(){}]|"(?:[^"\\]|\\.)*"|(?:[^\s(){}\\]|\\.)+/gs

/** Parses what PostgreSQL prints. */
export const parseTree = (text: string): Tree => {
  const words = text.match(TOKEN_PATTERN) ?? []
  let position = 0
  const list = (): Tree[] => {
    const items: Tree[] = []
    while (words[position] !== ')') items.push(one())
    position++
    return items
  }
  const node = (): Node => {
    const made: Node = { type: words[position++]!, fields: {} }
    while (words[position] !== '}') {
      const name = words[position++]!.slice(1)
      const values: Tree[] = []
      while (words[position] !== '}' && !words[position]!.startsWith(':')) values.push(one())
      made.fields[name] = values.length === 1 ? values[0]! : values
    }
    position++
    return made
  }
  const one = (): Tree => {
    const word = words[position++]!
    if (word === '(') return list()
    return word === '{' ? node() : word
  }
  return one()
}

/** The direct children of a tree. */
const childrenOf = (tree: Tree) => (isNode(tree) ? Object.values(tree.fields) : Array.isArray(tree) ? tree : [])

/** Every node of a tree, parents first. */
export function* nodesOf(tree: Tree | undefined): Generator<Node> {
  if (tree === undefined) return
  if (isNode(tree)) yield tree
  for (const part of childrenOf(tree)) yield* nodesOf(part)
}

/** The nodes of a field that contains a list of them. */
export const nodesIn = ({ fields }: Node, name: string) => {
  const held = fields[name]
  return (Array.isArray(held) ? held : []).filter(isNode)
}

/** The node of a field; undefined where it contains none. */
export const nodeIn = ({ fields }: Node, name: string) => {
  const held = fields[name]
  return isNode(held) ? held : undefined
}
