import { type Node, nodeIn, nodesIn, nodesOf, parseTree, type Tree } from './nodeTree.ts'

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
/** How a table of ours is distributed in a cluster, by its name; undefined for one that stays on the coordinator. */
type KindOf = (table: string) => 'distributed' | 'reference' | undefined

/** The catalogue's facts about functions, operators, types and tables, by oid. */
interface Catalogue {
  /** Immutable, stable or volatile. */
  volatility: Map<string, string>
  operators: Map<string, string>
  types: Map<string, { input: string; output: string }>
  tables: Map<string, string>
}

const loadCatalogue = async (ask: Query): Promise<Catalogue> => {
  const pairs = async <Value>(text: string) =>
    new Map((await ask<{ key: string; value: Value }>(text)).map(({ key, value }) => [key, value]))
  return {
    volatility: await pairs('select oid::text as key, provolatile as value from pg_proc'),
    operators: await pairs('select oid::text as key, oprcode::oid::text as value from pg_operator'),
    types: await pairs(
      `select oid::text as key, json_build_object('input', typinput::oid::text, 'output', typoutput::oid::text) as value from pg_type`,
    ),
    tables: await pairs(
      `select c.oid::text as key, c.relname as value from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
    ),
  }
}

/** Fields that contain the type of an expression. */
const TYPE_FIELDS = [
  'vartype',
  'consttype',
  'paramtype',
  'funcresulttype',
  'opresulttype',
  'resulttype',
  'casetype',
  'coalescetype',
  'aggtype',
  'wintype',
  'minmaxtype',
  'array_typeid',
  'type',
]
const typeOfExpression = ({ fields }: Node) =>
  TYPE_FIELDS.map((name) => fields[name]).find((found) => typeof found === 'string') as string

/** The functions that a node itself calls, by oid. */
const functionsCalledBy = (node: Node, { operators, types }: Catalogue): string[] => {
  const { type, fields } = node
  if (['FUNCEXPR', 'AGGREF', 'WINDOWFUNC'].includes(type))
    return [fields['funcid'] ?? fields['aggfnoid'] ?? fields['winfnoid']] as string[]
  if (['OPEXPR', 'DISTINCTEXPR', 'NULLIFEXPR', 'SCALARARRAYOPEXPR'].includes(type))
    return [operators.get(fields['opno'] as string)!]
  if (type !== 'COERCEVIAIO') return []
  const from = types.get(typeOfExpression(nodeIn(node, 'arg')!))
  return [types.get(fields['resulttype'] as string)!.input, ...(from ? [from.output] : [])]
}

const isClock = ({ type }: Node) => type === 'SQLVALUEFUNCTION'

const someNode = (tree: Tree | undefined, is: (node: Node) => boolean) => [...nodesOf(tree)].some(is)
const readsColumn = (tree: Tree) => someNode(tree, ({ type }) => type === 'VAR')

/** What Citus requires of expressions. */
const createChecks = (catalogue: Catalogue) => {
  const { volatility } = catalogue
  const calls = (node: Node, ...wanted: string[]) =>
    functionsCalledBy(node, catalogue).some((id) => wanted.includes(volatility.get(id)!))
  const isVolatile = (tree: Tree | undefined) => someNode(tree, (node) => calls(node, 'v') || node.type === 'NEXTVALUEEXPR')
  const isMutable = (tree: Tree | undefined) => someNode(tree, (node) => calls(node, 's', 'v') || isClock(node))
  return {
    isVolatile,
    isMutable,
    /** Whether a function that is only STABLE receives a column. */
    seesColumn: (tree: Tree | undefined) => someNode(tree, (node) => calls(node, 's') && readsColumn(node)),
    choosesByClock: (tree: Tree | undefined) =>
      someNode(tree, (node) => ['CASEEXPR', 'COALESCEEXPR', 'CASE', 'COALESCE'].includes(node.type) && isMutable(node)),
  }
}
type ExpressionChecks = ReturnType<typeof createChecks>

/** The targets of a statement that are columns of the table. */
const columnTargets = (query: Node, name = 'targetList') =>
  nodesIn(query, name).filter(({ fields }) => fields['resjunk'] !== 'true')

const changeFaults = (query: Node, { isVolatile, seesColumn, choosesByClock }: ExpressionChecks): string[] => {
  const parts = [...columnTargets(query), nodeIn(query, 'jointree')?.fields['quals']].filter((part) => part !== undefined)
  return [
    ...(isVolatile(query) ? ['a VOLATILE function in an UPDATE or DELETE'] : []),
    ...(parts.some(seesColumn) ? ['a STABLE function of a column in an UPDATE or DELETE'] : []),
    ...(parts.some(choosesByClock) ? ['CASE or COALESCE with what is not IMMUTABLE in an UPDATE or DELETE'] : []),
  ]
}

const VALUES = '5'
const SUBQUERY = '1'
const rangeTableKinds = (query: Node) => nodesIn(query, 'rtable').map(({ fields }) => fields['rtekind'])

const insertFaults = (query: Node, { isMutable }: ExpressionChecks): string[] => {
  const conflict = nodeIn(query, 'onConflict')
  const set = conflict ? columnTargets(conflict, 'onConflictSet').map(({ fields }) => fields['expr']!) : []
  const isSelect = rangeTableKinds(query).includes(SUBQUERY)
  const given = [...columnTargets(query), ...nodesIn(query, 'rtable').filter(({ fields }) => fields['rtekind'] === VALUES)]
  const asks = given.some((part) => someNode(part, ({ type }) => type === 'SUBLINK'))
  return [
    ...(set.some(isMutable) ? ['what is not IMMUTABLE in ON CONFLICT DO UPDATE'] : []),
    ...(conflict && [conflict.fields['onConflictWhere'], conflict.fields['arbiterWhere']].some(isMutable)
      ? ['what is not IMMUTABLE in the WHERE of ON CONFLICT']
      : []),
    ...(isSelect && nodesIn(query, 'returningList').length === 0 ? ['INSERT … SELECT without RETURNING'] : []),
    ...(asks && !isSelect ? ['a subquery in the VALUES of an INSERT'] : []),
  ]
}

const [UPDATE, INSERT, DELETE] = ['2', '3', '4']

/** The reasons why Citus rejects one query: a whole statement, or a part of one. */
const queryFaults = (
  query: Node,
  kindOf: (number: Tree | undefined) => ReturnType<KindOf>,
  judge: ExpressionChecks,
): string[] => {
  const command = query.fields['commandType']
  const rows = nodesIn(query, 'rtable')
  const into = rows[Number(query.fields['resultRelation']) - 1]
  if (!into || !kindOf(into.fields['relid'])) return []
  const returning = judge.isMutable(query.fields['returningList']) ? ['what is not IMMUTABLE in RETURNING'] : []
  if (command === INSERT) return [...insertFaults(query, judge), ...returning]
  return command === UPDATE || command === DELETE ? [...changeFaults(query, judge), ...returning] : []
}

const setsScope = (text: string) => /set_config\(\s*'app\./i.test(text)
const isQuery = (text: string) => /^\s*(with|select|insert|update|delete|merge|table|values)\b/i.test(text)
/** Removes what wraps a query: the declaration of a cursor, or EXPLAIN. */
const unwrapStatement = (text: string) => text.replace(/^\s*(declare \w+ no scroll cursor for|explain \(format json\))\s+/i, '')

/** Lets PostgreSQL parse statements, and returns the reasons why Citus would reject them in a cluster; none where it would not. Leaves nothing in the database. */
export const createShardingCheck = async (ask: Query, kindOf: KindOf) => {
  const catalogue = await loadCatalogue(ask)
  const judge = createChecks(catalogue)
  const kindOfRelation = (number: Tree | undefined) => kindOf(catalogue.tables.get(number as string) ?? '')

  const parseStatement = async (text: string) => {
    await ask('begin')
    try {
      await ask(`prepare probe as ${text}`)
      const [found] = await ask<{ types: string[] }>(
        `select parameter_types::text[] as types from pg_prepared_statements where name = 'probe'`,
      )
      const given = text.replaceAll(/\$(\d+)\b/g, (_, at: string) => `(null::${found!.types[Number(at) - 1]})`)
      await ask(`create function pg_temp.probe() returns void language sql begin atomic ${given.replace(/;\s*$/, '')}; end`)
      const [{ body }] = (await ask<{ body: string }>(
        `select prosqlbody::text as body from pg_proc where proname = 'probe' and pronamespace = pg_my_temp_schema()`,
      )) as [{ body: string }]
      return parseTree(body)
    } finally {
      await ask('rollback')
      await ask('deallocate all')
    }
  }

  return async (statement: string): Promise<string[]> => {
    const text = unwrapStatement(statement)
    const scope = setsScope(text) ? ['set_config of the scope, which workers do not hear'] : []
    if (!isQuery(text)) return scope
    const queries = [...nodesOf(await parseStatement(text))].filter(({ type }) => type === 'QUERY')
    return [...new Set([...scope, ...queries.flatMap((query) => queryFaults(query, kindOfRelation, judge))])]
  }
}
