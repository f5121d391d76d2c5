import { expect, test } from 'vitest'
import * as crm from './crm/policies.ts'
import * as custom from './kit/custom/custom.policy.ts'
import { all, type Rules } from './kit/policy.ts'
import * as operations from './operations/policies.ts'
import * as platform from './platform/policies.ts'
import { hasEffect } from './platform/policies.ts'
import { type Role, roles } from './roles.ts'
import * as site from './site/policies.ts'
import * as trust from './trust/policies.ts'

const isRules = (value: unknown): value is Rules =>
  Array.isArray(value) && value.every((rule) => Array.isArray(rule) && Array.isArray(rule[0]))

/** Every list of rules that the policies export, by themselves or as an action of a policy. */
const allRules = [crm, custom, operations, platform, site, trust]
  .flatMap((module) => Object.values(module))
  .flatMap((value): unknown[] => (isRules(value) ? [value] : typeof value === 'object' ? Object.values(value) : []))
  .filter(isRules)

const keys = [...new Set(allRules.flatMap((rules) => rules.flatMap(([, , ...permissions]) => permissions)))]

/** Whether a rule with this permission gives the role what no rule without it gives. */
const adds = (rules: Rules, key: string, role: Role) => {
  const own = rules.filter(([group]) => group.includes(role))
  return (
    own.some((rule) => rule.slice(2).includes(key)) &&
    !own.some(([, match, ...permissions]) => match === all && permissions.length === 0)
  )
}

test('the roles for which a permission has an effect are those of the policies', () => {
  expect(keys.toSorted()).toEqual(['EXPORT_DATA', 'MANAGE_QUESTIONS', 'MASS_UPLOAD', 'RESTORE_TRASH', 'VIEW_AUDIT', 'XG_ADMIN'])
  for (const key of keys)
    expect({ key, roles: roles.filter((role) => hasEffect(key, role)) }).toEqual({
      key,
      roles: roles.filter((role) => allRules.some((rules) => adds(rules, key, role))),
    })
  expect(hasEffect('UNKNOWN', 'ROLE_ADMIN')).toBe(false)
})
