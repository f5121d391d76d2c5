import { expect, type Page } from '@playwright/test'
import { admin, newMark, signInWithCalls } from './kit/api.ts'
import { callsOf, type Chain, makeChain } from './kit/chain.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'

// What the screens offer each role: the table of permissions repeated by hand.

/** The roles that a column covers. `other` creates the records of others. */
const columns = [
  { names: ['super', 'tenant-admin'], other: 'admin@tradewind.test', area: 'crm' },
  { names: ['admin'], other: admin, area: 'crm' },
  { names: ['level3'], other: admin, area: 'crm' },
  { names: ['level2', 'level1'], other: admin, area: 'crm' },
  { names: ['business', 'pro', 'advance', 'basic'], other: admin, area: 'user' },
  { names: ['starter'], other: admin, area: 'user' },
  { names: ['free'], other: admin, area: 'user' },
] as const

/**
 * Each kind and column: whether the list offers to create one (+), and the rights on three records: one's own, somebody else's that is
 * within reach (shared, or in a country of level 3), somebody else's that is not. − not listed, r read, u edit, w edit and delete; x: the screen
 * redirects to 403. A dot means that the record does not exist: the role may not create it, or lacks what it belongs to. (Level 3 creates no
 * company: its own report is about one that another user created for it.)
 */
// oxfmt-ignore
const expectedRights = {
  //               SA, TA   AD       L3       L2, L1   plans    starter  free
  company:        ['+ www', '+ wrr', '- rr-', '- .r-', '+ w--', 'x',     'x'],
  contact:        ['+ www', '+ wrr', '+ ur-', 'x',     '+ w--', 'x',     'x'],
  meetingReport:  ['+ www', '+ wrr', '+ u--', 'x',     '+ w--', '- .--', 'x'],
  summary:        ['- www', '- wrr', '- ur-', '- .r-', '- w--', '- .--', 'x'],
  nextSteps:      ['+ www', '+ wrr', '+ ur-', '+ ur-', '+ w--', '- .--', 'x'],
  project:        ['+ www', '+ wrr', '- .r-', '- .r-', '+ w--', '+ w--', 'x'],
  event:          ['+ www', '+ wrr', '- .rr', '- .rr', 'x',     'x',     'x'],
} as const
type Kind = keyof typeof expectedRights

/** On the page of a project: whether a company can be added (starter has none to add), and what may be done with the existing one. */
const expectedInProject = ['+w +w +w', '+w +w -r', '. -r .', '. -r .', '+w . .', '-. . .', '. . .'] as const

/** The lists that can be exported. (The demo's admin holds EXPORT_DATA, its level 3 does not.) */
const exportableBy: Partial<Record<Kind, string>> = {
  company: 'ee--e..',
  contact: 'ee-.e..',
  meetingReport: 'ee-.ee.',
  nextSteps: 'ee--ee.',
  project: 'ee--ee.',
}

/** Which of the deleted tasks can be restored, one's own or somebody else's within reach; x: there is no trash. (That of levels 1 and 2 contains files only.) */
const restorableTasks = ['mt', 'm', 'm', '', 'm', '', 'x'] as const

const filterPaths: Record<Kind, string> = {
  company: 'company/list?legalName=',
  contact: 'contact/list?lastName=',
  meetingReport: 'meetingReport/list?company=',
  summary: 'summary?company=',
  nextSteps: 'nextSteps/list?todo=',
  project: 'project/list?name=',
  event: 'event/list?title=',
}
const kinds = Object.keys(expectedRights) as Kind[]
const links = [...kinds.slice(0, 6), 'projectCompany', 'event'] as const
const owners = ['mine', 'theirs', 'hidden'] as const

/** The chain of records that a role creates itself, where it may not create everything. */
const ownLinks = (name: string): readonly (typeof links)[number][] => {
  if (name === 'level3') return ['contact', 'meetingReport', 'summary', 'nextSteps']
  if (name.startsWith('level')) return ['nextSteps']
  if (name === 'starter') return ['project']
  if (name === 'free') return []
  return columns[4].names.some((plan) => plan === name) ? links.slice(0, -1) : links
}

const makeRecords = async (page: Page, name: string, { other: otherName, area }: (typeof columns)[number], mark: string) => {
  const [me, other] = [await callsOf(page, `${name}@tradewind.test`), await callsOf(page, otherName)]
  const reach = area === 'crm' ? { assignedUser: me.uniqueId, sharedWith: [me.uniqueId] } : { assignedUser: other.uniqueId }
  const theirs = await makeChain(other.call, { name: `${mark} theirs`, links, ...reach })
  const hidden = await makeChain(other.call, { name: `${mark} hidden`, links, assignedUser: other.uniqueId, country: 'France' })
  const mine = await makeChain(me.call, {
    name: `${mark} mine`,
    links: ownLinks(name),
    assignedUser: me.uniqueId,
    given: await createStart(name, mark, theirs, other),
  })
  return { mine, theirs, hidden, me, other }
}
type Made = Awaited<ReturnType<typeof makeRecords>>

/** Records of the levels refer to what others created. */
const createStart = async (
  name: string,
  mark: string,
  theirs: Chain,
  other: Awaited<ReturnType<typeof callsOf>>,
): Promise<Chain> => {
  if (name === 'level3')
    return makeChain(other.call, { name: `${mark} mine`, links: ['company'], assignedUser: other.uniqueId, country: 'Italy' })
  return name.startsWith('level') ? { summary: theirs.summary! } : {}
}

const expectForbidden = (page: Page) => expect(page).toHaveURL(({ pathname }) => pathname === '/status/403')

/** The row that shows this owner's record, found by the first word of its name. */
const rowOf = (page: Page, kind: Kind, owner: string) => {
  const word = { contact: 'Person', nextSteps: 'Aufgabe', project: 'Projekt', event: 'Termin' }[kind as string] ?? 'Firma'
  return page.getByRole(kind === 'summary' ? 'article' : 'row').filter({ hasText: new RegExp(`${word} \\w+ ${owner}`) })
}

const entriesOf = async (page: Page, row: ReturnType<Page['getByRole']>) => {
  const button = row.getByRole('button', { name: /^Actions for/ })
  if ((await button.count()) === 0) return []
  await button.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const entries = await page.getByRole('menuitem').allInnerTexts()
  await page.getByRole('menu').press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  return entries.map((entry) => entry.replace(' Summary', '').replace('Update', 'Edit'))
}

const offeredActions = { r: [], u: ['Edit'], w: ['Edit', 'Delete'] } as const

const checkList = async (page: Page, kind: Kind, [create, , ...rows]: string, mark: string, at: number) => {
  const { area } = columns[at]!
  await navigateTo(page, `/${area}/${filterPaths[kind]}${mark}`)
  const shown = owners.filter((_, nth) => 'ruw'.includes(rows[nth]!))
  if (shown.length === 0) await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect(page.getByRole(kind === 'summary' ? 'article' : 'row').filter({ hasText: mark })).toHaveCount(shown.length)
  await expect(page.getByRole('main').locator(`a[href$="/${kind}/create"]`)).toHaveCount(create === '+' ? 1 : 0)
  const isDownloaded = exportableBy[kind]?.[at] === 'e'
  await expect(page.getByRole('main').getByRole('button', { name: 'Export' })).toHaveCount(isDownloaded ? 1 : 0)
  for (const owner of shown) {
    const entries = await entriesOf(page, rowOf(page, kind, owner))
    const may = offeredActions[rows[owners.indexOf(owner)] as keyof typeof offeredActions]
    expect(entries.filter((entry) => ['Edit', 'Delete'].includes(entry), `${kind} ${owner}`)).toEqual(may)
    if (kind === 'nextSteps') expect(entries).toContain('Mark Closed')
    if (kind === 'summary') await expect(rowOf(page, kind, owner).getByRole('button', { name: 'Add Task' })).toBeVisible()
  }
}

/** A form for somebody else's record shows the server's rejection, where the role may change its own; else the screen redirects to 403. */
const checkEdit = async (page: Page, kind: Kind, uniqueId: string, [, , ...rows]: string, area: string) => {
  await navigateTo(page, `/${area}/${kind}/edit/${uniqueId}`)
  if (!'uw'.includes(rows[0]!)) return expectForbidden(page)
  const field = page.locator(`[name="${fields[kind]}"]`)
  await expect(field).not.toHaveValue('')
  await field.fill(kind === 'meetingReport' ? '2026-03-05' : 'Umbenannt')
  await page.locator('main button[type="submit"]').click()
  await expect(page.getByRole('alert')).toContainText('You may not do this')
}

const fields: Partial<Record<Kind, string>> = {
  company: 'legalName',
  contact: 'lastName',
  meetingReport: 'date',
  nextSteps: 'todo',
  project: 'name',
  event: 'title',
}

const checkProjectPage = async (page: Page, [attach, row]: string, uniqueId: string, area: string) => {
  await navigateTo(page, `/${area}/project/show/${uniqueId}`)
  const found = page.getByRole('row').filter({ hasText: 'Firma' })
  await expect(row === '.' ? page.getByText('No companies in this project yet') : found).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Company to Project' })).toHaveCount(attach === '+' ? 1 : 0)
  if (row === '.') return
  const entries = await entriesOf(page, found)
  expect(entries.filter((entry) => ['Edit', 'Edit Priority', 'Delete'].includes(entry))).toEqual(
    row === 'w' ? ['Edit', 'Edit Priority', 'Delete'] : [],
  )
}

/** Deleted tasks: by their creator, and those of level 3 by an administrator. */
const checkTrash = async (page: Page, { mine, theirs, me, other }: Made, mark: string, at: number) => {
  const { area, names } = columns[at]!
  const mayDelete = expectedRights.nextSteps[at]![2] === 'w'
  if (mayDelete || names[0] === 'level3') await (mayDelete ? me : other).call('DELETE', `/api/nextSteps/${mine.nextSteps}`)
  await other.call('DELETE', `/api/nextSteps/${theirs.nextSteps}`)
  await navigateTo(page, `/${area}/trash`)
  const expected = restorableTasks[at]!
  if (expected === 'x') return expectForbidden(page)
  await expect(page.getByRole('table').or(page.getByText('The trash is empty'))).toBeVisible()
  const row = (owner: string) => page.getByRole('checkbox', { name: new RegExp(`Select Aufgabe ${mark} ${owner}`) })
  await expect(row('mine')).toHaveCount(expected.includes('m') ? 1 : 0)
  await expect(row('theirs')).toHaveCount(expected.includes('t') ? 1 : 0)
}

/** Everything that one role can open, screen by screen. */
const checkRole = async (page: Page, name: string, at: number) => {
  const column = columns[at]!
  const mark = `p${name.replace('-', '')}${newMark()}`
  const made = await makeRecords(page, name, column, mark)
  await signInWithCalls(page, `${name}@tradewind.test`)
  for (const kind of kinds) {
    const cell = expectedRights[kind][at]!
    if (cell === 'x') {
      await navigateTo(page, `/${column.area}/${filterPaths[kind]}${mark}`)
      await expectForbidden(page)
    } else await checkList(page, kind, cell, mark, at)
  }
  if (made.mine.meetingReport) {
    await navigateTo(page, `/${column.area}/meetingReport/show/${made.mine.meetingReport}`)
    await expect(page.getByRole('button', { name: 'Add Summary' })).toBeVisible()
  }
  for (const [index, expected] of expectedInProject[at]!.split(' ').entries()) {
    const uniqueId = made[owners[index]!].project
    if (expected !== '.') await checkProjectPage(page, expected, uniqueId!, column.area)
    else if (name !== 'free' && uniqueId) {
      await navigateTo(page, `/${column.area}/project/show/${uniqueId}`) // one check is enough: these pages are alike
      await expect(page.getByRole('alert')).toContainText('Record not found')
    }
  }
  for (const kind of kinds) {
    const cell = expectedRights[kind][at]!
    if (cell[3] === 'r' && kind !== 'summary') await checkEdit(page, kind, made.theirs[kind]!, cell, column.area)
  }
  await checkTrash(page, made, mark, at)
}

for (const [at, { names }] of columns.entries()) {
  for (const name of names) {
    test(`${name} is offered exactly what the table of permissions says`, async ({ page }) => {
      test.slow() // many screens
      await checkRole(page, name, at)
    })
  }
}
