// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { can } from '@tradewind/contract/kit/policy'
import { type Role, roles, STAFF } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { collectEntries, FeaturesContext, switchOfScreen } from '#kit/feature'
import { memberMenu, type MenuPart, SideNav, staffMenu } from '#platform/shell/SideNav'
import { SwitchedOff } from '#platform/shell/SwitchedOff'
import { mockCalls } from '../test/answers.ts'
import { renderScreen } from '../test/visit.tsx'
import { features } from './features.ts'

const all = features.flatMap(({ menu = [] }) => menu)
const menuOf = (role: Role) => all.filter(({ rules }) => can({ uniqueId: 'me', roles: [role], permissions: [] } as never, rules))
const members = roles.filter((role) => !(STAFF as readonly Role[]).includes(role))

const said = (parts: readonly MenuPart[]) =>
  parts.map(({ group, entries, isOpen }) =>
    group ? [`${group}${isOpen ? ', open' : ''}`, ...entries.map(({ text }) => text)] : entries[0]!.text,
  )

test.each(members)('the menu of %s has a link to every screen that the role may open', (role) => {
  const menu = menuOf(role)
  const { parts, account } = memberMenu(menu, 'More')
  const paths = [...parts.flatMap(({ entries }) => entries), ...account].map(({ path }) => path)
  expect(paths.toSorted()).toEqual(menu.map(({ path }) => path).toSorted())
})

test('the menu of a member with a plan starts with the main screens, then has closed groups, and rare screens last', () => {
  const { parts, account } = memberMenu(menuOf('ROLE_PRO'), 'More')
  expect(said(parts)).toEqual([
    'Dashboard',
    ['Trust Score, open', 'Results', 'Audience List', 'UnAnswered', 'Campaigns'],
    'Calendar',
    ['CRM, open', 'Tasks'],
    'Company Database',
    'Contact Database',
    'Project Database',
    ['Reports', 'Meeting Reports', 'My Summaries'],
    ['Advice', 'Questions', 'Topics', 'Web calls'],
    ['Documents', 'My Drive', 'Shared with me'],
    [
      'More',
      'Project Events',
      'Create Report',
      'Fair mode',
      'Invitations',
      'Short links',
      'Find files',
      'Trash',
      'Audit trail',
      'Bulk changes',
    ],
  ])
  expect(account.map(({ text }) => text)).toEqual(['Users'])
})

test.each(['ROLE_STARTER', 'ROLE_BASIC'] as const)(
  'the menu of %s has the questions and web calls of a former, larger plan',
  (role) => {
    const { parts } = memberMenu(menuOf(role), 'More')
    expect(said(parts)).toContainEqual(expect.arrayContaining(['Questions', 'Web calls']))
    expect(said(parts).flat()).not.toContain('Topics')
  },
)

test('a short menu has all its groups open and no entries moved', () => {
  const { parts } = memberMenu(menuOf('ROLE_FREE'), 'More')
  expect(said(parts)).toEqual(['Dashboard', ['Documents, open', 'My Drive', 'Find files'], 'Audit trail'])
})

test('the staff menu has all groups open, in the order of the features', () => {
  const menu = menuOf('ROLE_TENANT_ADMIN')
  const parts = staffMenu(menu)
  expect(parts.every(({ isOpen }) => isOpen)).toBe(true)
  expect(new Set(parts.flatMap(({ entries }) => entries))).toEqual(new Set(menu))
  expect(said(parts)).toContainEqual(['Company Database, open', 'Companies'])
})

const account = { fullName: 'Paula Brandt', emailAddress: 'paula@brandt.test', brandLogoUID: null }

const open = (at: string, role: Role) => {
  mockCalls({ 'GET /api/auth/account': () => account as never })
  return renderScreen(
    <FeaturesContext value={features}>
      <SideNav onNavigate={() => undefined} />
    </FeaturesContext>,
    { at, role },
  )
}

test('a closed group opens by keyboard, and automatically for the current page; the account is at the bottom', async () => {
  const { user, close } = open('/user/trash', 'ROLE_PRO')
  const nav = screen.getByRole('navigation', { name: 'Main' })
  const group = (name: string) => within(nav).getByRole('button', { name })
  expect(group('More').getAttribute('aria-expanded')).toBe('true')
  expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Trash')
  expect(group('Reports').getAttribute('aria-expanded')).toBe('false')
  group('Reports').focus()
  await user.keyboard('{Enter}')
  expect(group('Reports').getAttribute('aria-expanded')).toBe('true')
  expect(await within(nav).findByText('Welcome, Paula Brandt')).toBeTruthy()
  const last = within(nav).getAllByRole('link', { hidden: true }).slice(-2)
  expect(last.map((link) => link.getAttribute('href'))).toEqual(['/user/list', '/user/settings'])
  expect(within(nav).getByRole('button', { name: 'Logout' })).toBeTruthy()
  close()
})

test('the menu does not greet staff', async () => {
  const { close } = open('/crm/dashboard', 'ROLE_TENANT_ADMIN')
  const nav = screen.getByRole('navigation', { name: 'Main' })
  expect(within(nav).getByRole('button', { name: 'CRM' }).getAttribute('aria-expanded')).toBe('true')
  expect(within(nav).queryByRole('button', { name: 'Logout' })).toBeNull()
  close()
})

const entriesFor = (role: Role, switchedOff: string[]) =>
  collectEntries(features, switchedOff, { uniqueId: 'me', roles: [role], permissions: ['XG_ADMIN'] } as never).menu.map(
    ({ text }) => text,
  )

test('what the tenant has switched off is in no menu', () => {
  const ofContent = ['Content list', 'Create content', 'Approve content', 'Topics']
  expect(entriesFor('ROLE_TENANT_ADMIN', [])).toEqual(expect.arrayContaining(ofContent))
  const remaining = [...entriesFor('ROLE_TENANT_ADMIN', ['CONTENT_ENABLED']), ...entriesFor('ROLE_PRO', ['CONTENT_ENABLED'])]
  expect(remaining).toContain('Questions')
  expect(remaining.filter((text) => ofContent.includes(text))).toEqual([])
})

/** The features as browsers have them: without their screens. */
const inBrowsers = features.map((feature) => ({ ...feature, screens: {} }))

test.each(features.filter(({ tenantSwitch }) => tenantSwitch))(
  'all screens of a feature that is switched off are: $tenantSwitch',
  (feature) => {
    const { screens: { work = {}, staff = {} } = {}, tenantSwitch } = feature
    const paths = Object.keys({ ...work, ...staff })
    expect(paths.filter((path) => switchOfScreen(inBrowsers, path) !== tenantSwitch)).toEqual([])
  },
)

test.each([
  ['topic/show/8', 'CONTENT_ENABLED'],
  ['question/list', undefined],
  ['trash', undefined],
  ['company/list', undefined],
  ['dashboard', undefined],
  ['', undefined],
])('the screen %s is switched off by %s', (path, feature) => {
  expect(switchOfScreen(inBrowsers, path)).toBe(feature)
})

test.each([
  ['ROLE_PRO', ['/user/dashboard']],
  ['ROLE_LEVEL1', ['/crm/dashboard']],
  ['ROLE_SUPER_ADMIN', ['/crm/dashboard', expect.stringMatching(/^\/superAdmin\/tenant\/configuration\/./)]],
] as const)('a screen that is switched off says so, what that means and where to go: %s', async (role, targets) => {
  renderScreen(<SwitchedOff feature="DRIVE_ENABLED" />, { role })
  const heading = await screen.findByRole('heading', { name: 'The drive is switched off' })
  const main = within(heading.closest('main')!)
  expect(main.getByText(/applies to everybody in .*nothing is lost/)).toBeTruthy()
  const links = main.getAllByRole('link').filter((link) => !link.closest('nav'))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(targets)
  expect(main.queryByRole('button', { name: 'Try again' })).toBeNull()
})
