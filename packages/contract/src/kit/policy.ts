import type { Actor, Role } from '../roles.ts'

/** The records that a rule reaches: all of them, or those whose fields match. A list means «one of these»; an empty list matches nothing. */
type RecordMatch = 'all' | Record<string, string | readonly string[]>

/** The roles, what they reach, and the permissions that they must also hold, if any are named. */
type Rule = readonly [roles: readonly Role[], match: RecordMatch | ((actor: Actor) => RecordMatch), ...permissions: string[]]
export type Rules = readonly Rule[]

export const all = 'all'
/** Created by the actor. (Members reach everything in their partition: the partition is theirs alone.) */
export const own = (actor: Actor) => ({ createdBy: actor.uniqueId })
export const inMyCountries = (actor: Actor) => ({ country: actor.allowedCountries })
/** The actor's own account. */
export const self = (actor: Actor) => ({ uniqueId: actor.uniqueId })

/** What may be done to a record. `see` also decides what a list, a search and an export contain. */
export type Policy = Record<'see' | 'create' | 'update' | 'remove', Rules>

/** Preserves the names of a policy's actions in its type, so that a misspelt action does not compile. */
export const policy = <P extends Record<string, Rules>>(rules: P) => rules

/** The reaches that the rules give this actor by roles and permissions. The server turns them into SQL, `can` tests one record with them. */
export const matchesFor = (rules: Rules, actor: Actor): RecordMatch[] =>
  rules
    .filter(
      ([group, , ...permissions]) =>
        actor.roles.some((role) => group.includes(role)) && permissions.every((one) => actor.permissions.includes(one)),
    )
    .map(([, match]) => (typeof match === 'function' ? match(actor) : match))

/** Whether this actor may do it, and do it to this record, if one is given. */
export const can = (actor: Actor, rules: Rules, record?: object) =>
  matchesFor(rules, actor).some((match) => match === 'all' || record === undefined || matches(match, record))

const matches = (match: Exclude<RecordMatch, 'all'>, record: object) =>
  Object.entries(match).every(([field, expected]) => {
    const values = [record[field as keyof object]].flat() as unknown[]
    return values.some((value) => (typeof expected === 'string' ? value === expected : expected.includes(value as string)))
  })
