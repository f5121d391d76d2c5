// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany, sampleContact, sampleCustomField, sampleProject } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import MeetingForm from './MeetingForm.tsx'

const nothing = { rows: [], total: 0, estimated: false }
const calls = {
  'GET /api/company/': () => ({ ...nothing, rows: [sampleCompany(1)], total: 1 }),
  'GET /api/company/:uniqueId': () => sampleCompany(1),
  'GET /api/contact/fetchAllByCompany/:companyId': () => nothing,
  'GET /api/admin/options': () => nothing,
  'GET /api/project/': () => nothing,
  'GET /api/customField/': () => nothing,
} as const
const open = (at = '/crm/meeting/create') => renderScreen(<MeetingForm />, { at, path: '/crm/meeting/create' })
const group = (name: string) => screen.findByRole('group', { name })
const todo = async () => within(await group('Task 1')).getByRole<HTMLTextAreaElement>('textbox', { name: /Todo/ })

test('with a new company, Attendees stays a required field that shows its error', async () => {
  const sentence = 'Choose who attended'
  mockCalls({
    ...calls,
    'POST /api/meeting/': () => throwFailure(new Failure(422, 'Please check the form', { attendees: sentence })),
  })
  const { user } = open()
  await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Arc')
  await user.click(await screen.findByRole('option', { name: 'New: “Arc”' }))
  const attendees = await group('Attendees')
  await user.click(
    within(await within(attendees).findByRole('group', { name: 'New contact' })).getByRole('button', { name: 'Remove' }),
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('link', { name: 'Attendees' }))
  const button = within(attendees).getByRole('button', { name: 'New contact' })
  expect(document.activeElement).toBe(button)
  expect(within(attendees).getByText(sentence)).toBeTruthy()
  await user.click(button)
  expect(await within(attendees).findByRole('group', { name: 'New contact' })).toBeTruthy()
  expect(screen.queryByText(sentence)).toBeNull()
})

test('the form opens with the focus in the company, whose list opens once something is typed', async () => {
  mockCalls(calls)
  const { user } = open()
  const company = await screen.findByRole('combobox', { name: /Company/ })
  expect(document.activeElement).toBe(company)
  expect(screen.queryByRole('option')).toBeNull()
  await user.keyboard('Co')
  expect(await screen.findByRole('option', { name: sampleCompany(1).legalName })).toBeTruthy()
})

test('the report of a company opens with the focus in its attendees', async () => {
  mockCalls(calls)
  open(`/crm/meeting/create?company=${companyId(1)}`)
  const attendees = await screen.findByRole('combobox', { name: /Attendees/ })
  await waitFor(() => expect(document.activeElement).toBe(attendees))
  expect(screen.queryByText('This company has no contacts yet.')).toBeNull()
})

test('the first task of a summary is assigned to the signed-in user, also of staff', async () => {
  const { inputsOf } = mockCalls({
    ...calls,
    'POST /api/meeting/': () => throwFailure(new Failure(422, 'Please check the form', {})),
  })
  const { user } = open(`/crm/meeting/create?company=${companyId(1)}`)
  await user.click(await screen.findByRole('button', { name: 'Add Task' }))
  expect(await group('Task 1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(inputsOf('POST /api/meeting/')).toMatchObject([{ summaries: [{ nextSteps: [{ assignedUser: myUserId }] }] }]),
  )
})

test('the form opens with a task, with the focus in it, if the address asks for one', async () => {
  const { inputsOf } = mockCalls({
    ...calls,
    'POST /api/meeting/': () => throwFailure(new Failure(422, 'Please check the form', {})),
  })
  const { user } = open(`/crm/meeting/create?company=${companyId(1)}&task=new`)
  const first = await todo()
  expect(document.activeElement).toBe(first)
  await user.keyboard('Ask')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const step = { todo: 'Ask', assignedUser: myUserId }
  await waitFor(() => expect(inputsOf('POST /api/meeting/')).toMatchObject([{ summaries: [{ nextSteps: [step] }] }]))
})

test('what was typed stays when the preset contact is renamed meanwhile, and its draft is found again', async () => {
  const contact = sampleContact(1)
  mockCalls({ ...calls, 'GET /api/contact/:uniqueId': () => contact })
  const at = `/crm/meeting/create?contact=${contact.uniqueId}&task=new`
  const { user, client, close } = open(at)
  await user.type(await todo(), 'Ask')
  contact.fullName = 'Ada Married'
  await act(() => client.refetchQueries({ queryKey: ['contact', 'GET /api/contact/:uniqueId'] }))
  expect((await todo()).value).toBe('Ask')
  close()
  open(at)
  expect((await todo()).value).toBe('Ask')
})

test('a draft is found that an earlier version stored under the names of the preset', async () => {
  const contact = sampleContact(1)
  mockCalls({ ...calls, 'GET /api/contact/:uniqueId': () => contact })
  const at = `/crm/meeting/create?contact=${contact.uniqueId}`
  const { user, close } = open(at)
  await user.click(await screen.findByRole('button', { name: 'Add Task' }))
  await user.type(await todo(), 'Ask')
  close()
  const key = Object.keys(localStorage).find((one) => one.startsWith('draft:'))!
  const attendees = JSON.stringify([{ uniqueId: contact.uniqueId, fullName: contact.fullName }])
  const formerKey = key.replace(/#.*/, '').replace(JSON.stringify([contact.uniqueId]), attendees)
  expect(formerKey).toContain(contact.fullName)
  localStorage.setItem(formerKey, localStorage.getItem(key)!)
  localStorage.removeItem(key)
  open(at)
  expect((await todo()).value).toBe('Ask')
  expect(localStorage.getItem(formerKey)).toBeNull()
})

test('a missing contact is created from the typed words, and sent with the meeting', async () => {
  const { inputsOf } = mockCalls({
    ...calls,
    'POST /api/meeting/': () =>
      throwFailure(new Failure(422, 'Please check the form', { 'newContacts.0.title': 'Title is required' })),
  })
  const { user } = open(`/crm/meeting/create?company=${companyId(1)}&date=2026-03-09`)
  await user.type(await screen.findByRole('combobox', { name: /Attendees/ }), 'Ada van Berg')
  await user.click(await screen.findByRole('option', { name: 'New: “Ada van Berg”' }))
  const contact = within(await group('New contact'))
  const title = contact.getByRole<HTMLInputElement>('textbox', { name: /Title/ })
  expect(document.activeElement).toBe(title) // the first field that the words do not fill
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'New contact 1, Title' })).toBeTruthy()
  expect(contact.getByText('Title is required')).toBeTruthy()
  await user.type(title, 'B')
  expect(contact.queryByText('Title is required')).toBeNull()
  expect(inputsOf('POST /api/meeting/')).toMatchObject([
    {
      date: '2026-03-09',
      companyUID: companyId(1),
      attendees: [],
      newContacts: [{ firstName: 'Ada van', lastName: 'Berg', title: '' }],
      summaries: [],
    },
  ])
})

test('a new contact and a new company that are removed with what was typed come back by Undo', async () => {
  mockCalls(calls)
  const { user } = open()
  // Of the message: the editor of the summary has a button of this name, too.
  const undo = async () => {
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  }
  await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Arc')
  await user.click(await screen.findByRole('option', { name: 'New: “Arc”' }))
  await user.type(within(await group('New contact')).getByRole('textbox', { name: /Title/ }), 'CEO')
  await user.click(within(await group('New contact')).getByRole('button', { name: 'Remove' }))
  expect(screen.queryByRole('group', { name: 'New contact' })).toBeNull()
  await undo()
  expect(within(await group('New contact')).getByDisplayValue('CEO')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Choose an existing company' }))
  expect(screen.queryByRole('group', { name: 'New company' })).toBeNull()
  await undo()
  expect(within(await group('New company')).getByDisplayValue('Arc')).toBeTruthy()
})

test('a summary without text that is removed with its tasks comes back by Undo', async () => {
  mockCalls(calls)
  const { user } = open(`/crm/meeting/create?company=${companyId(1)}`)
  await user.click(await screen.findByRole('button', { name: 'Add Summary' }))
  const second = await group('Summary 2')
  await user.click(within(second).getByRole('button', { name: 'Add Task' }))
  await user.type(await todo(), 'Ask')
  const removals = within(second).getAllByRole('button', { name: 'Remove' })
  await user.click(removals.at(-1)!)
  expect(screen.queryByRole('group', { name: 'Summary 2' })).toBeNull()
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Undo' }))
  expect((await todo()).value).toBe('Ask')
})

test('does not offer to create a contact if one with exactly that name exists', async () => {
  mockCalls(calls)
  const { user } = open()
  const box = await screen.findByRole('combobox', { name: /Company/ })
  await user.type(box, 'company 1')
  expect(await screen.findByRole('option', { name: 'Company 1' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /New:/ })).toBeNull()
  await user.type(box, '0')
  expect(await screen.findByRole('option', { name: 'New: “company 10”' })).toBeTruthy()
})

test('the tenant’s custom fields of reports come before the summaries, are sent with the meeting, and are kept in its draft', async () => {
  const { inputsOf } = mockCalls({
    ...calls,
    'GET /api/customField/': () =>
      listAnswer([sampleCustomField(1, { kind: 'meetingReport', key: 'mood', label: 'Status', type: 'NUMBER' })]),
    'POST /api/meeting/': () =>
      throwFailure(new Failure(422, 'Please check the form', { 'custom.mood': 'This is not a number' })),
  })
  const at = `/crm/meeting/create?company=${companyId(1)}&date=2026-03-09`
  const { user, close } = open(at)
  const mood = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Status' })
  const summary = await screen.findByRole('textbox', { name: /What was said/ })
  expect(mood.compareDocumentPosition(summary) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await user.type(mood, '7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'Status' })).toBeTruthy()
  expect(inputsOf('POST /api/meeting/')).toMatchObject([{ date: '2026-03-09', companyUID: companyId(1), custom: { mood: 7 } }])
  close()
  open(at)
  await waitFor(async () => expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Status' })).value).toBe('7'))
})

test('a draft does not send what was typed into custom fields that were retired since', async () => {
  const inUse = (['company', 'contact', 'meetingReport'] as const).map((kind, at) =>
    sampleCustomField(at, { kind, key: kind, label: `Motto of ${kind}`, type: 'TEXT' }),
  )
  const answers = {
    ...calls,
    'POST /api/meeting/': () => throwFailure(new Failure(422, 'Please check the form', { date: 'Date is required' })),
  } as const
  mockCalls({ ...answers, 'GET /api/customField/': ({ kind }) => listAnswer(inUse.filter((one) => one.kind === kind)) })
  const { user, close } = open()
  await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Arc')
  await user.click(await screen.findByRole('option', { name: 'New: “Arc”' }))
  for (const { label } of inUse) await user.type(await screen.findByRole('textbox', { name: label }), 'Hi!')
  close()
  const { inputsOf } = mockCalls(answers)
  const again = open()
  await again.user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('POST /api/meeting/')).toHaveLength(1))
  const [sent] = inputsOf('POST /api/meeting/')
  expect(sent).toMatchObject({ newCompany: { legalName: 'Arc' }, newContacts: [{}] })
  expect(JSON.stringify(sent)).not.toContain('Hi!')
})

test('a company and a contact created in the form have the tenant’s custom fields, and faults name these fields', async () => {
  const added = [
    sampleCustomField(1, { kind: 'company', key: 'motto', label: 'Motto', type: 'TEXT' }),
    sampleCustomField(2, { kind: 'contact', key: 'hobby', label: 'Hobby', type: 'TEXT' }),
  ]
  const faults = { 'newCompany.custom.motto': 'At most 2 characters', 'newContacts.0.custom.hobby': 'At most 3 characters' }
  const { inputsOf } = mockCalls({
    ...calls,
    'GET /api/customField/': ({ kind }) => listAnswer(added.filter((one) => one.kind === kind)),
    'POST /api/meeting/': () => throwFailure(new Failure(422, 'Please check the form', faults)),
  })
  const { user } = open()
  await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Arc')
  await user.click(await screen.findByRole('option', { name: 'New: “Arc”' }))
  await user.type(await within(await group('New company')).findByRole('textbox', { name: 'Motto' }), 'Hi!')
  await user.type(await within(await group('New contact')).findByRole('textbox', { name: 'Hobby' }), 'Golf')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'New company, Motto' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'New contact 1, Hobby' })).toBeTruthy()
  expect(within(await group('New company')).getByText('At most 2 characters')).toBeTruthy()
  expect(inputsOf('POST /api/meeting/')).toMatchObject([
    { newCompany: { legalName: 'Arc', custom: { motto: 'Hi!' } }, newContacts: [{ custom: { hobby: 'Golf' } }] },
  ])
})

test('a new company comes with the fields of a contact, which go with it unless something was typed', async () => {
  mockCalls(calls)
  const { user } = open()
  const chooseNew = async () => {
    await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Arc')
    await user.click(await screen.findByRole('option', { name: 'New: “Arc”' }))
  }
  await chooseNew()
  expect(document.activeElement).toBe(within(await group('New company')).getByRole('textbox', { name: /Legal Name/ }))
  expect(await group('New contact')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Choose an existing company' }))
  expect(screen.queryByRole('group', { name: 'New contact' })).toBeNull()
  await chooseNew()
  await user.type(within(await group('New contact')).getByRole('textbox', { name: /Title/ }), 'CEO')
  await user.click(screen.getByRole('button', { name: 'Choose an existing company' }))
  expect(within(await group('New contact')).getByDisplayValue('CEO')).toBeTruthy()
})

const idsIn = (records: readonly { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const hasNoTask = () => waitFor(() => expect(screen.queryByRole('group', { name: 'Task 1' })).toBeNull())

test('Save and next opens an empty meeting on the same day, with the same people and projects, as often as it is pressed', async () => {
  const company = { uniqueId: companyId(1), legalName: 'Company 1' }
  const people = [1, 2].map((number) => sampleContact(number, { company }))
  const projects = [3, 4].map((number) => sampleProject({ uniqueId: companyId(number), name: `Project ${number}` }))
  const attendees = people.map(({ uniqueId, fullName }) => ({ uniqueId, fullName }))
  const saved = { uniqueId: companyId(9), date: '2026-03-09', eventType: 'VISIT_AT_FAIR', company, attendees }
  const { inputsOf } = mockCalls({
    ...calls,
    'GET /api/contact/:uniqueId': (asked) => people.find(({ uniqueId }) => uniqueId === asked.uniqueId)!,
    'GET /api/project/:uniqueId': (asked) => projects.find(({ uniqueId }) => uniqueId === asked.uniqueId)!,
    'POST /api/meeting/': () => saved as never,
  })
  const presets = `contact=${idsIn(people).join()}&project=${idsIn(projects).join()}&date=2026-03-09&type=VISIT_AT_FAIR`
  const path = '/crm/meeting/create'
  const { user } = renderScreen(<MeetingForm />, { at: `${path}?${presets}&task=new`, path })
  await user.type(await todo(), 'Ask')
  await user.click(screen.getByRole('button', { name: 'Save and next' }))
  await hasNoTask()
  // The next meeting is often that of another company: what is typed replaces its name.
  const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: /Company/ })
  await waitFor(() => expect(document.activeElement).toBe(chosen))
  await waitFor(() => expect(chosen.value.slice(chosen.selectionStart!, chosen.selectionEnd!)).toBe('Company 1'))
  await user.click(await screen.findByRole('button', { name: 'Add Task' }))
  await user.type(await todo(), 'Call')
  await user.click(screen.getByRole('button', { name: 'Save and next' }))
  await hasNoTask()
  expect(new URLSearchParams(location.search).get('next')).toBe('2')
  const kept = { date: '2026-03-09', eventType: 'VISIT_AT_FAIR', companyUID: companyId(1), attendees: idsIn(people) }
  const summaryWith = (task: string) => ({ sharedWithProjects: idsIn(projects), nextSteps: [{ todo: task }] })
  expect(inputsOf('POST /api/meeting/')).toMatchObject([
    { ...kept, summaries: [summaryWith('Ask')] },
    { ...kept, summaries: [summaryWith('Call')] },
  ])
})

test('Save opens the report, also after Save and next was rejected', async () => {
  const answers = [
    () => throwFailure(new Failure(422, 'Please check the form', { date: 'Date is required' })),
    () => ({ uniqueId: companyId(9) }) as never,
  ]
  mockCalls({ ...calls, 'POST /api/meeting/': () => answers.shift()!() })
  const path = '/crm/meeting/create'
  const { user } = renderScreen(<MeetingForm />, { at: `${path}?company=${companyId(1)}`, path })
  await user.click(await screen.findByRole('button', { name: 'Save and next' }))
  await screen.findByRole('link', { name: 'Date' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(location.pathname).toBe(`/crm/meetingReport/show/${companyId(9)}`))
})

test('Enter in a field saves, and does not go on with the next meeting', async () => {
  mockCalls({ ...calls, 'POST /api/meeting/': () => ({ uniqueId: companyId(9) }) as never })
  const { user } = open()
  await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Arc')
  await user.click(await screen.findByRole('option', { name: 'New: “Arc”' }))
  await user.type(within(await group('New company')).getByRole('textbox', { name: /Website/ }), 'a.eu{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/crm/meetingReport/show/${companyId(9)}`))
})

test('the summary of errors calls the text of a summary what its field is called', async () => {
  const faults = { 'summaries.0.text': 'Summary is required' }
  mockCalls({ ...calls, 'POST /api/meeting/': () => throwFailure(new Failure(422, 'Please check the form', faults)) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Summary 1, What was said: Summary is required')
})
