// @vitest-environment jsdom
import { TextInput } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { screen, waitFor, within } from '@testing-library/react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { Wording } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { FormPage } from '#ui/form/FormPage'
import { ViewedList } from '#ui/view/ViewedList'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany, sampleCustomField } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'

const choices = [
  { key: 'red', label: 'Red', isRetired: false },
  { key: 'blue', label: 'Blue', isRetired: true },
]
const fields: CustomField[] = [
  sampleCustomField(1, { key: 'size', label: 'Size', type: 'NUMBER' }),
  sampleCustomField(2, { key: 'colour', label: 'Colour', type: 'CHOICE', choices }),
  sampleCustomField(3, { key: 'page', label: 'Page', type: 'LINK' }),
  sampleCustomField(4, { key: 'paid', label: 'Paid', type: 'YES_NO' }),
  sampleCustomField(5, { key: 'owner', label: 'Owner', type: 'PERSON' }),
]

const kim = { uniqueId: myUserId, fullName: 'Kim Berg', emailAddress: 'kim@nord.example' }

const Form = () => (
  <FormPage
    kind="company"
    listTitle="Companies"
    newTitle="New company"
    nameOf={({ legalName }) => legalName}
    empty={{ legalName: '' }}
    labels={{ legalName: 'Legal name' }}
    required={['legalName']}
  >
    {(field) => <TextInput {...field('legalName')} />}
  </FormPage>
)

const openForm = (custom: Company['custom'], refusal?: Failure, form = <Form />) => {
  let next = refusal
  const server = mockCalls({
    'GET /api/customField/': () => listAnswer(fields),
    'GET /api/company/:uniqueId': () => sampleCompany(1, { custom }),
    'GET /api/admin/options': () => listAnswer([kim]),
    'PATCH /api/company/': () => {
      const now = next
      next = undefined
      return now ? throwFailure(now) : sampleCompany(1)
    },
  })
  return {
    ...server,
    ...renderScreen(form, { at: `/crm/company/edit/${companyId(1)}`, path: '/crm/company/edit/:uniqueId' }),
  }
}

test('a form shows the tenant’s custom fields, and sends those that changed', async () => {
  const { user, inputsOf } = openForm({ size: 5, colour: 'blue', paid: true, owner: myUserId })
  const size = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Size' })
  expect(size.value).toBe('5')
  // A retired choice stays available if it is chosen already.
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Colour' })).value).toBe('Blue')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Owner' }).value).toBe('Kim Berg'))
  await user.clear(size)
  await user.type(screen.getByRole('textbox', { name: 'Page' }), 'nord.example')
  await user.click(screen.getByRole('combobox', { name: 'Paid' }))
  await user.click(await screen.findByRole('option', { name: 'No' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('PATCH /api/company/')).toHaveLength(1))
  expect(inputsOf('PATCH /api/company/')[0]).toMatchObject({ custom: { size: null, page: 'nord.example', paid: false } })
  expect(Object.keys(inputsOf('PATCH /api/company/')[0]!)).toEqual(['uniqueId', 'updatedAt', 'custom'])
})

test.each([
  ['12.50', 12.5],
  ['0,05', 0.05],
  ['7.', 7],
  ['007', 7],
])('a number typed as %s and saved by Enter is sent as a number', async (typed, sent) => {
  const { user, inputsOf } = openForm({ size: 5 })
  const size = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Size' })
  await user.clear(size)
  await user.type(size, typed)
  expect(size.value).toBe(typed)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(inputsOf('PATCH /api/company/')).toHaveLength(1))
  expect(inputsOf('PATCH /api/company/')[0]).toMatchObject({ custom: { size: sent } })
})

const inGerman = (page: ReactNode) => <Wording value={{ language: 'de', texts: {} }}>{page}</Wording>

test.each([
  ['1.234', '1234', 1234],
  ['1.234,5', '1234,5', 1234.5],
  ['1,234', '1,234', 1.234],
  ['0.5', '0,5', 0.5],
])('German reads a number typed as %s as its language writes it, and shows how it was read', async (typed, shown, sent) => {
  const { user, inputsOf } = openForm({ size: 5 }, undefined, inGerman(<Form />))
  const size = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Size' })
  await user.clear(size)
  await user.type(size, typed)
  await user.tab()
  expect(size.value).toBe(shown)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('PATCH /api/company/')).toHaveLength(1))
  expect(inputsOf('PATCH /api/company/')[0]).toMatchObject({ custom: { size: sent } })
})

test('English reads a comma before three digits as one between thousands', async () => {
  const { user, inputsOf } = openForm({ size: 5 })
  const size = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Size' })
  await user.clear(size)
  await user.type(size, '1,234{Enter}')
  await waitFor(() => expect(inputsOf('PATCH /api/company/')[0]).toMatchObject({ custom: { size: 1234 } }))
})

test('what is not a number stays as typed, and the field says so: in a form, in place and in a filter', async () => {
  const form = openForm({ size: 5 })
  const size = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Size' })
  await form.user.clear(size)
  await form.user.type(size, '12345678901234567')
  await form.user.tab()
  expect(size.value).toBe('12345678901234567')
  expect(screen.getByText('This is too large')).toBeTruthy()
  await form.user.clear(size)
  await form.user.type(size, '12k')
  expect(size.value).toBe('12k')
  expect(screen.queryByText('This is not a number')).toBeNull()
  await form.user.tab()
  expect(size.value).toBe('12k')
  expect(screen.getByText('This is not a number')).toBeTruthy()
  await form.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form.inputsOf('PATCH /api/company/')[0]).toMatchObject({ custom: { size: '12k' } }))
  form.close()

  const { user } = openList('?cols=custom.size&where=custom.size:more:12')
  await user.click(await screen.findByRole('button', { name: 'Edit Size of Company 1' }))
  const inPlace = await within(await screen.findByRole('dialog')).findByRole<HTMLInputElement>('textbox', { name: 'Size' })
  await user.clear(inPlace)
  await user.type(inPlace, '12k')
  expect(inPlace.value).toBe('12k')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Filter: Size is more than 12' }))
  const value = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Value' })
  await user.type(value, 'k')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByText('This is not a number')).toBeTruthy()
  expect(document.activeElement).toBe(value)
  expect(value.value).toBe('12k')
  expect(new URLSearchParams(location.search).getAll('where')).toEqual(['custom.size:more:12'])
})

test('German reads a number in place and in a filter as in a form, and a filter writes it so', async () => {
  const { user, inputsOf } = openList('?cols=custom.size&where=custom.size:more:12.5', undefined, inGerman(<List />))
  await user.click(await screen.findByRole('button', { name: 'Edit Size of Company 1' }))
  const size = await within(await screen.findByRole('dialog')).findByRole<HTMLInputElement>('textbox', { name: 'Size' })
  await user.clear(size)
  await user.type(size, '1.234{Enter}')
  await waitFor(() => expect(inputsOf('PATCH /api/company/')).toMatchObject([{ custom: { size: 1234 } }]))
  await user.click(await screen.findByRole('button', { name: 'Filter: Size is more than 12,5' }))
  const value = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Value' })
  expect(value.value).toBe('12,5')
  await user.clear(value)
  await user.type(value, '1.234')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(new URLSearchParams(location.search).getAll('where')).toEqual(['custom.size:more:1234']))
})

test('shows an error at its custom field, and keeps the typed text as a draft', async () => {
  const refusal = new Failure(422, 'Check the fields.', { 'custom.page': 'Page is not a web address' })
  const { user, close } = openForm({ size: 5 }, refusal)
  await user.type(await screen.findByRole('textbox', { name: 'Page' }), 'nowhere')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'Page' })).toBeTruthy()
  expect(screen.getAllByText(/Page is not a web address/)).toHaveLength(2)
  close()
  openForm({ size: 5 })
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Page' })).value).toBe('nowhere')
})

const openCreate = (inUse: CustomField[]) => {
  const server = mockCalls({
    'GET /api/customField/': () => listAnswer(inUse),
    'POST /api/company/': () => sampleCompany(1),
  })
  return { ...server, ...renderScreen(<Form />, { at: '/crm/company/create', path: '/crm/company/create' }) }
}

test('a draft does not send what was typed into a field that was retired since', async () => {
  const { user, close } = openCreate(fields)
  await user.type(await screen.findByRole('textbox', { name: 'Legal name' }), 'Fjord')
  await user.type(await screen.findByRole('textbox', { name: 'Page' }), 'nord.example')
  await user.type(await screen.findByRole('textbox', { name: 'Size' }), '7')
  close()
  const again = openCreate(fields.filter(({ key }) => key !== 'size'))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Page' })).value).toBe('nord.example')
  await again.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(again.inputsOf('POST /api/company/')).toHaveLength(1))
  expect(again.inputsOf('POST /api/company/')[0]).toEqual({
    legalName: 'Fjord',
    custom: { page: 'nord.example', colour: null, paid: null, owner: null },
  })
})

const List = () => {
  const { columns, filters } = useFields(companyFields)
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf: ({ legalName }) => legalName })
  return (
    <ViewedList
      kind="company"
      title="Companies"
      policy={companyPolicy}
      columns={columns({}, edit)}
      edit={edit}
      fields={companyFields}
      nameOf={({ legalName }) => legalName}
      filters={filters}
      sort="-dateCreated"
      createText="New company"
      empty={{ icon: IconBuilding, title: 'No companies yet', text: 'Companies are listed here.' }}
    />
  )
}

type PeopleAnswer = (input: {
  q?: string | undefined
}) => ReturnType<typeof listAnswer<typeof kim>> | Promise<ReturnType<typeof listAnswer<typeof kim>>>

const openList = (search: string, people: PeopleAnswer = () => listAnswer([kim]), list = <List />) => {
  const rows = [
    sampleCompany(1, { custom: { size: 12_500, page: 'https://nord.example/a', owner: myUserId, paid: false } }),
    sampleCompany(2, { custom: { owner: companyId(99) } }),
  ]
  const server = mockCalls({
    'GET /api/customField/': () => listAnswer(fields),
    'GET /api/company/': () => listAnswer(rows),
    'GET /api/view/': () => listAnswer([]),
    'GET /api/admin/options': people,
    'PATCH /api/company/': (input) => sampleCompany(1, { custom: input.custom as Company['custom'] }),
  })
  return { ...server, ...renderScreen(list, { at: `/crm/company/list${search}`, path: '/crm/company/list' }) }
}

test('a list shows custom fields as optional columns, loads all people in one request, and edits the fields in place', async () => {
  const { user, inputsOf } = openList('?cols=custom.size,custom.page,custom.owner,custom.paid&sort=-custom.size')
  expect((await screen.findByText('12,500')).closest('td')!.style.textAlign).toBe('right')
  // Heads are at the side of their values: style sheets ask whether the attribute is there.
  const heads = ['Size', 'Page', 'Owner', 'Paid'].map((name) => screen.getByRole('columnheader', { name: new RegExp(name) }))
  expect(heads.map((head) => 'figures' in head.dataset)).toEqual([true, false, false, false])
  const link = screen.getByRole('link', { name: 'nord.example/a' })
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(await screen.findByText('Kim Berg')).toBeTruthy()
  expect(screen.getByText('former user')).toBeTruthy()
  expect(inputsOf('GET /api/admin/options')).toHaveLength(1)
  expect(inputsOf('GET /api/customField/')).toHaveLength(1)
  expect(inputsOf('GET /api/company/')[0]).toMatchObject({ sort: '-custom.size' })
  await user.click(screen.getByRole('button', { name: 'Edit Size of Company 1' }))
  const size = within(await screen.findByRole('dialog')).findByRole('textbox', { name: 'Size' })
  await user.clear(await size)
  await user.type(await size, '7{Enter}')
  await waitFor(() => expect(inputsOf('PATCH /api/company/')).toMatchObject([{ uniqueId: companyId(1), custom: { size: 7 } }]))
})

test('a list filters by custom fields, and a filter in the address waits until its field is known', async () => {
  const { user, inputsOf } = openList('?where=custom.size:more:5')
  expect(await screen.findByRole('button', { name: 'Filter: Size is more than 5' })).toBeTruthy()
  expect(inputsOf('GET /api/company/').every(({ where }) => String(where) === 'custom.size:more:5')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Filter: Size is more than 5' }))
  const value = await screen.findByRole('textbox', { name: 'Value' })
  await user.clear(value)
  await user.type(value, '20')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(new URLSearchParams(location.search).getAll('where')).toEqual(['custom.size:more:20']))
})

test('does not translate a custom label or choice, even if the product has the same text', async () => {
  const own = [
    sampleCustomField(1, {
      key: 'status',
      label: 'Country',
      type: 'CHOICE',
      choices: [{ key: 'open', label: 'Name', isRetired: false }],
    }),
  ]
  mockCalls({
    'GET /api/customField/': () => listAnswer(own),
    'GET /api/company/': () => listAnswer([sampleCompany(1, { custom: { status: 'open' } })]),
    'GET /api/view/': () => listAnswer([]),
  })
  const german = { language: 'de', texts: { Country: 'Land', Name: 'Bezeichnung', is: 'ist' } } as const
  const screenInGerman = (
    <Wording value={german}>
      <List />
    </Wording>
  )
  renderScreen(screenInGerman, {
    at: '/crm/company/list?cols=custom.status&where=custom.status:is:open',
    path: '/crm/company/list',
  })
  expect(await screen.findByRole('button', { name: 'Filter: Country ist Name' })).toBeTruthy()
  expect(await screen.findByRole('columnheader', { name: /Country/ })).toBeTruthy()
  expect(await screen.findByRole('cell', { name: /Name/ })).toBeTruthy()
})

test('a person is chosen in place in the list', async () => {
  const { user, inputsOf } = openList('?cols=custom.owner')
  await user.click(await screen.findByRole('button', { name: 'Edit Owner of Company 2' }))
  const owner = await within(await screen.findByRole('dialog')).findByRole('combobox', { name: 'Owner' })
  await user.type(owner, 'Kim')
  await user.click(await screen.findByRole('option', { name: /Kim Berg/ }))
  await waitFor(() =>
    expect(inputsOf('PATCH /api/company/')).toMatchObject([{ uniqueId: companyId(2), custom: { owner: myUserId } }]),
  )
})

test('Tab in a list saves the person that is still searched, and moves on then', async () => {
  const { promise: searched, resolve: answer } = Promise.withResolvers<void>()
  const { user, inputsOf } = openList('?cols=custom.owner,custom.size', async ({ q }) => {
    if (q) await searched
    return listAnswer([kim])
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Owner of Company 2' }))
  const owner = await within(await screen.findByRole('dialog')).findByRole('combobox', { name: 'Owner' })
  await screen.findByRole('option', { name: /Kim Berg/ }).catch(() => null)
  await user.type(owner, 'Kim')
  await user.keyboard('{Tab}')
  expect(document.activeElement).toBe(owner)
  answer()
  await waitFor(() =>
    expect(inputsOf('PATCH /api/company/')).toMatchObject([{ uniqueId: companyId(2), custom: { owner: myUserId } }]),
  )
  const size = await within(await screen.findByRole('dialog')).findByRole('textbox', { name: 'Size' })
  await waitFor(() => expect(document.activeElement).toBe(size))
  expect(inputsOf('PATCH /api/company/')).toHaveLength(1)
})
