// @vitest-environment jsdom
import { IconBuilding } from '@tabler/icons-react'
import { screen, waitFor, within } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { defaultListState } from '@tradewind/contract/kit/view'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany, sampleCustomField } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import type { View } from './useListView.ts'

const List = () => {
  const { columns, filters } = useFields(companyFields)
  return (
    <ViewedList
      kind="company"
      title="Companies"
      policy={companyPolicy}
      columns={columns()}
      fields={companyFields}
      computed="lastReport"
      nameOf={({ legalName }) => legalName}
      filters={filters}
      sort="-dateCreated"
      createText="New company"
      empty={{ icon: IconBuilding, title: 'No companies yet', text: 'Companies are listed here.' }}
    />
  )
}

const at = new Date(0).toISOString()
const german: View = {
  uniqueId: companyId(7),
  dateCreated: at,
  updatedAt: at,
  createdBy: myUserId,
  createdByName: 'Kim Berg',
  entity: 'company',
  name: 'Germans',
  visibility: 'PRIVATE',
  state: { ...defaultListState(), where: ['country:is:DE'], columns: ['legalName', 'website', 'country'] },
  isDefault: false,
  isDropped: false,
  mayChange: true,
}

const people = [
  { uniqueId: myUserId, fullName: 'Kim Berg', emailAddress: 'kim@nord.example' },
  { uniqueId: companyId(8), fullName: 'Ada Sud', emailAddress: 'ada@nord.example' },
]

const open = (search = '', views: View[] = [], customFields = () => listAnswer<CustomField>([])) => {
  const server = mockCalls({
    'GET /api/customField/': customFields,
    'GET /api/company/': () => listAnswer([sampleCompany(1), sampleCompany(2)]),
    'GET /api/view/': () => listAnswer(views),
    'GET /api/admin/options': ({ uniqueId }) => listAnswer(people.filter((one) => !uniqueId || one.uniqueId === uniqueId)),
    'PATCH /api/view/default': ({ entity, viewId = null }) => ({ entity, viewId }),
    'PATCH /api/view/': ({ uniqueId, updatedAt, ...fields }) => {
      const [now] = views.filter((view) => view.uniqueId === uniqueId) as [View]
      if (updatedAt !== now.updatedAt) throwFailure(new Failure(409, 'Ada Sud has changed this view', now))
      const changed = { ...now, ...(fields as Partial<View>), updatedAt: new Date().toISOString() }
      views.splice(views.indexOf(now), 1, changed)
      return changed
    },
    'POST /api/view/': (view) => ({
      ...german,
      name: view.name,
      state: { ...defaultListState(), ...(view.state as Partial<View['state']>) },
    }),
  })
  return { ...server, ...renderScreen(<List />, { at: `/crm/company/list${search}`, path: '/crm/company/list' }) }
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const where = () => new URLSearchParams(location.search).getAll('where')
const any = () => new URLSearchParams(location.search).getAll('any')
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a filter is added by field, operator and value, and becomes a chip that can be removed', async () => {
  const { user, inputsOf } = open()
  await user.click(await button('Filter'))
  await user.click(await within(await screen.findByRole('group', { name: 'Filter by' })).findByText('Legal Name'))
  await user.type(await screen.findByLabelText('Value'), 'berg')
  await user.click(await button('Apply'))
  await button('Filter: Legal Name contains berg')
  expect(where()).toEqual(['legalName:contains:berg'])
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ where: 'legalName:contains:berg' }))
  expect(document.activeElement).toBe(await button('Filter'))
  await user.click(await button('Remove the filter: Legal Name contains berg'))
  expect(where()).toEqual([])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Filter: / })).toBeNull())
  expect(document.activeElement).toBe(await button('Filter'))
})

test('a chip opens for editing, and reports a missing value', async () => {
  const { user } = open('?where=dateCreated:inLast:30')
  await user.click(await button('Filter: Date Created in the last 30 days'))
  await user.selectOptions(await screen.findByLabelText('Condition'), 'is before')
  await user.click(await button('Apply'))
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a value')
  await user.type(await screen.findByLabelText('Day'), '01-02-2026')
  await user.click(await button('Apply'))
  const chip = await button('Filter: Date Created is before 01-02-2026')
  await waitFor(() => expect(document.activeElement).toBe(chip))
  expect(where()).toEqual(['dateCreated:before:2026-02-01'])
})

test('a filter that is being typed is there again after a reload, until it is applied or cancelled', async () => {
  /** A reload closes no editor, as leaving does: what is stored stays. */
  const reload = ({ close }: { close: () => void }) => {
    const stored = Object.fromEntries(Object.entries(localStorage))
    close()
    Object.assign(localStorage, stored)
    return open()
  }
  const choose = async ({ user }: Pick<ReturnType<typeof open>, 'user'>) => {
    await user.click(await button('Filter'))
    await user.type(await screen.findByLabelText('Find a field'), 'legal{Enter}')
    return screen.findByLabelText<HTMLInputElement>('Value')
  }
  const first = open()
  await choose(first)
  await first.user.selectOptions(screen.getByLabelText('Condition'), 'is not')
  await first.user.type(screen.getByLabelText('Value'), 'ber')
  const second = reload(first)
  expect((await choose(second)).value).toBe('ber')
  await second.user.type(screen.getByLabelText('Value'), 'g{Enter}')
  await button('Filter: Legal Name is not berg')
  const third = reload(second)
  expect((await choose(third)).value).toBe('')
  await third.user.type(screen.getByLabelText('Value'), 'x')
  await third.user.click(await button('Cancel'))
  expect((await choose(reload(third))).value).toBe('')
})

test('a filter that is there already is not added again, and can be removed', async () => {
  const { user } = open('?where=legalName:contains:berg&where=country:is:DE')
  await user.click(await button('Filter'))
  await user.type(await screen.findByLabelText('Find a field'), 'legal{Enter}')
  await user.type(await screen.findByLabelText('Value'), 'berg{Enter}')
  await waitFor(() => expect(screen.queryByLabelText('Value')).toBeNull())
  expect(where()).toEqual(['legalName:contains:berg', 'country:is:DE'])
  await user.click(await button('Remove the filter: Legal Name contains berg'))
  expect(where()).toEqual(['country:is:DE'])
  await waitFor(() => expect(screen.queryByRole('button', { name: /Legal Name contains berg/ })).toBeNull())
})

test('a press elsewhere applies a complete filter, and closes one without a value', async () => {
  const { user } = open()
  const typed = async () => user.type(await screen.findByLabelText('Value'), 'berg')
  const elsewhere = screen.getByRole('heading', { level: 1 })
  await user.click(await button('Filter'))
  await screen.findByRole('group', { name: 'Filter by' })
  await user.click(elsewhere)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Filter by' })).toBeNull())
  await user.click(await button('Filter'))
  await user.type(await screen.findByLabelText('Find a field'), 'legal{Enter}')
  await user.click(elsewhere)
  await waitFor(() => expect(screen.queryByLabelText('Value')).toBeNull())
  expect(where()).toEqual([])
  await user.click(await button('Filter'))
  await user.type(await screen.findByLabelText('Find a field'), 'legal{Enter}')
  await typed()
  await user.click(elsewhere)
  await button('Filter: Legal Name contains berg')
  expect(where()).toEqual(['legalName:contains:berg'])
})

test('↓ leads from the search to the first row', async () => {
  const { user } = open()
  await screen.findByRole('link', { name: sampleCompany(1).legalName })
  await user.keyboard('/{ArrowDown}')
  expect(document.activeElement?.textContent).toBe(sampleCompany(1).legalName)
})

test('a press elsewhere does not apply a filter that was only opened', async () => {
  const { user } = open()
  await user.click(await button('Filter'))
  await user.type(await screen.findByLabelText('Find a field'), 'created by{Enter}')
  await screen.findByLabelText('Condition')
  await user.click(screen.getByRole('heading', { level: 1 }))
  await waitFor(() => expect(screen.queryByLabelText('Condition')).toBeNull())
  expect(where()).toEqual([])
})

test('the fields of a new filter are found by typing, and its button closes it', async () => {
  const { user } = open()
  await user.click(await button('Filter'))
  const find = await screen.findByLabelText('Find a field')
  await waitFor(() => expect(document.activeElement).toBe(find))
  await user.keyboard('country')
  const fields = within(screen.getByRole('group', { name: 'Filter by' }))
  expect(fields.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Country'])
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Country')
  await user.keyboard('{ArrowUp}x')
  await fields.findByText('No such field')
  await user.click(await button('Filter'))
  await waitFor(() => expect(screen.queryByLabelText('Find a field')).toBeNull())
})

test('filters match all or any, and one of them can be set to always match', async () => {
  const { user, inputsOf } = open('?where=country:is:DE&where=legalName:contains:berg')
  await user.selectOptions(await screen.findByLabelText('How the filters go together'), 'Match any')
  expect([where(), any()]).toEqual([[], ['country:is:DE', 'legalName:contains:berg']])
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toHaveProperty('any'))
  const group = await screen.findByRole('group', { name: 'At least one of these must match' })
  expect(group.textContent).toContain('or')
  await user.click(await button('Filter: Country is Germany'))
  await user.click(await screen.findByLabelText('Required filter'))
  await user.click(await button('Apply'))
  expect([where(), any()]).toEqual([['country:is:DE'], ['legalName:contains:berg']])
  await user.selectOptions(screen.getByLabelText('How the filters go together'), 'Match all')
  expect([where(), any()]).toEqual([['country:is:DE', 'legalName:contains:berg'], []])
})

test('one filter takes several people, and its chip names them', async () => {
  const { user } = open(`?where=createdBy:is:${myUserId}`)
  await user.click(await button('Filter: Created by is Kim Berg'))
  await user.click(await screen.findByRole('combobox', { name: 'People' }))
  await user.click(await screen.findByRole('option', { name: 'Ada Sud' }))
  await user.click(await button('Apply'))
  await button('Filter: Created by is Kim Berg, Ada Sud')
  expect(where()).toEqual([`createdBy:is:${myUserId},${companyId(8)}`])
})

test('a list with a filter by a custom field is not shown without it when the fields cannot be loaded', async () => {
  let isDown = true
  const size = sampleCustomField(1, { key: 'size', label: 'Size', type: 'NUMBER' })
  const customFields = () => (isDown ? throwFailure(new Failure(500, 'Something went wrong!')) : listAnswer([size]))
  const { user, inputsOf } = open('?where=custom.size:more:5', [], customFields)
  await user.click(await button('Try again'))
  await button('Try again')
  expect(screen.queryByText(/no longer there/)).toBeNull()
  expect(inputsOf('GET /api/company/')).toEqual([])
  isDown = false
  await user.click(await button('Try again'))
  await button('Filter: Size is more than 5')
  await screen.findByRole('link', { name: sampleCompany(1).legalName })
  expect(inputsOf('GET /api/company/')).toMatchObject([{ where: 'custom.size:more:5' }])
})

test('leaves out a filter in the address that the list does not know, and says so', async () => {
  open('?where=colour:is:RED&where=country:is:DE')
  await button('Filter: Country is Germany')
  expect(await screen.findByText(/no longer there/)).toBeTruthy()
})

test('columns can be chosen, reordered and resized, and the name stays first', async () => {
  const { user } = open()
  await user.click(await button('Display'))
  await user.click(await screen.findByLabelText('Website'))
  await user.click(await screen.findByLabelText('Address'))
  await user.click(await button('Types: up'))
  expect(heads().slice(0, 5)).toEqual(['Company', 'Types', 'Country', 'Created', 'Address'])
  const columns = within(screen.getByRole('list', { name: 'Columns' }))
  expect(columns.getByLabelText<HTMLInputElement>('Company').disabled).toBe(true)
  await user.click(await button('Country: wider'))
  expect(new URLSearchParams(location.search).get('widths')).toMatch(/^country:\d+$/)
})

test('a change of the columns is based on the address, which may be newer than what is rendered', async () => {
  const { user } = open()
  await user.click(await button('Display'))
  await screen.findByLabelText('Website')
  history.replaceState(history.state, '', '?cols=legalName,country,companyTypeList&widths=country:200')
  await user.click(await button('Types: up'))
  await user.click(await button('Country: wider'))
  const params = new URLSearchParams(location.search)
  expect(params.get('cols')).toBe('legalName,companyTypeList,country')
  expect(params.get('widths')).toBe('country:220')
})

test('a view shows the list as saved, and is marked as edited when the list differs', async () => {
  const { user } = open(`?view=${german.uniqueId}`, [german])
  await button('View: Germans')
  await button('Filter: Country is Germany')
  expect(heads().slice(0, 3)).toEqual(['Company', 'Website', 'Country'])
  await user.click(await button('Remove the filter: Country is Germany'))
  await button('View: Germans • edited')
})

test('a shared view that another admin has saved since it was opened is replaced only when the user insists', async () => {
  const views: View[] = [{ ...german, visibility: 'SHARED' }]
  const { user, inputsOf } = open(`?view=${german.uniqueId}`, views)
  await user.click(await button('Remove the filter: Country is Germany'))
  const choose = async (name: string) => {
    await user.click(await button('View: Germans • edited'))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  // Meanwhile another admin saves it, and the views are read again for another reason.
  const later = '2026-03-02T10:00:00.000Z'
  views[0] = { ...views[0]!, updatedAt: later, state: { ...german.state, where: ['country:is:IT'] } }
  await choose('Use as the default view')
  await waitFor(() => expect(inputsOf('GET /api/view/')).toHaveLength(2))
  await choose('Save')
  await screen.findByText('Ada Sud has changed this view. “Save anyway” replaces that version with yours.')
  await user.click(await button('Save anyway'))
  await button('View: Germans')
  expect(inputsOf('PATCH /api/view/').map(({ updatedAt }) => updatedAt)).toEqual([at, later])
  expect(inputsOf('PATCH /api/view/').at(-1)).toMatchObject({ uniqueId: german.uniqueId, state: { where: [] } })
})

test('sharing a view says who sees it now', async () => {
  const { user } = open(`?view=${german.uniqueId}`, [german])
  const choose = async (name: string) => {
    await user.click(await button('View: Germans'))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Share with everyone')
  await screen.findByText('This view is shared with everyone now.')
  await choose('Make private')
  expect(await screen.findByText('This view is private now.')).toBeTruthy()
})

test('after renaming a view, what its list shows is saved without a question', async () => {
  const { user, inputsOf } = open(`?view=${german.uniqueId}`, [german])
  await user.click(await button('Remove the filter: Country is Germany'))
  await user.click(await button('View: Germans • edited'))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
  await user.type(await screen.findByLabelText(/Name/, { selector: '[maxlength="80"]' }), '!')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await user.click(await button('View: Germans! • edited'))
  await user.click(await screen.findByRole('menuitem', { name: 'Save' }))
  await button('View: Germans!')
  expect(inputsOf('PATCH /api/view/')).toHaveLength(2)
})

test('the default view applies only if the address says nothing', async () => {
  open('', [{ ...german, isDefault: true }]).close()
  const bare = open('', [{ ...german, isDefault: true }])
  await button('View: Germans')
  bare.close()
  open('?sort=legalName', [{ ...german, isDefault: true }])
  expect(await button('View: All records')).toBeTruthy()
})

test('saves what is shown under a name', async () => {
  const { user, inputsOf } = open('?where=country:is:DE&q=berg')
  await user.click(await button('View: All records'))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as…' }))
  await user.type(await screen.findByLabelText(/Name/, { selector: '[maxlength="80"]' }), 'Mine')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(new URLSearchParams(location.search).get('view')).toBe(german.uniqueId))
  expect(document.activeElement).toBe(await button(/^View: /))
  expect(inputsOf('POST /api/view/')).toMatchObject([
    { entity: 'company', name: 'Mine', state: { where: ['country:is:DE'], q: 'berg', sort: '-dateCreated' } },
  ])
})

test('the name of a view that is typed survives a reload, until it is saved', async () => {
  const nameIt = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await button('View: All records'))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as…' }))
    return screen.findByLabelText<HTMLInputElement>(/Name/, { selector: '[maxlength="80"]' })
  }
  const first = open()
  await first.user.type(await nameIt(first.user), 'Mine')
  first.close()
  const second = open()
  expect((await nameIt(second.user)).value).toBe('Mine')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Your unsaved text was restored')).toBeTruthy()
  await second.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  second.close()
  expect((await nameIt(open().user)).value).toBe('')
})

test('after choosing a view the focus is on the button of the views', async () => {
  const { user } = open('', [german])
  await user.click(await button('View: All records'))
  await user.click(await screen.findByRole('menuitem', { name: 'Germans' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('View: Germans'))
})

test('an address with an empty view shows the whole list', async () => {
  open('?view=')
  expect(await screen.findByRole('table', { name: 'Companies' })).toBeDefined()
})

test('reports a view that is not there, and shows the whole list', async () => {
  open(`?view=${companyId(9)}`, [german])
  expect(await screen.findByText('This view does not exist or is not shared with you. You see the whole list.')).toBeTruthy()
  await button('View: All records')
  expect(await screen.findByRole('table', { name: 'Companies' })).toBeTruthy()
})

test('a computed column is requested only while the list shows it', async () => {
  const { inputsOf } = open('?cols=legalName,lastReport')
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ with: 'lastReport' }))
  const plain = open('?cols=legalName')
  await waitFor(() => expect(plain.inputsOf('GET /api/company/').at(-1)).not.toHaveProperty('with'))
})
