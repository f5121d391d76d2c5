// @vitest-environment jsdom
import { IconChecklist } from '@tabler/icons-react'
import { screen, waitFor } from '@testing-library/react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { defaultListState } from '@tradewind/contract/kit/view'
import { expect, test } from 'vitest'
import { useFields } from '#ui/entity/useFields'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { useNarrowWindow } from '../../../test/browser.ts'
import { companyId, sampleTime } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { ViewedList } from './ViewedList.tsx'

const ignore = () => {}
const all = Array.from({ length: 61 }, (_, at) => ({ field: `field${at}`, head: `Field ${at}`, weight: 20 }))
const open = (shown: number) => {
  const visibleFields = all.slice(0, shown).map(({ field }) => field)
  const view = { state: defaultListState(), change: ignore, notice: undefined }
  return renderScreen(<ColumnsMenu fields={{}} columns={{ all, visibleFields, name: 'field0' }} view={view} onClose={ignore} />)
}
const last = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Field 60' })

test('a column more than a view can save cannot be chosen', async () => {
  const { close } = open(59)
  expect((await last()).disabled).toBe(false)
  close()
  open(60)
  expect((await last()).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Field 59' }).disabled).toBe(false)
  expect(screen.getByText('At most 60 columns. Hide one first.')).toBeTruthy()
})

/** Which of the display options there are. */
const offered = () => ({
  wider: screen.queryByRole('button', { name: 'Field 1: wider' }) !== null,
  down: screen.queryByRole('button', { name: 'Field 1: down' }) !== null,
  height: screen.queryByRole('radiogroup', { name: 'Row height' }) !== null,
})

test('where the rows are cards, neither widths nor a row height are offered, which would change nothing', async () => {
  const { close } = open(3)
  await last()
  expect(offered()).toEqual({ wider: true, down: true, height: true })
  close()
  useNarrowWindow()
  open(3)
  await last()
  expect(offered()).toEqual({ wider: false, down: true, height: false })
})

/** A list whose records have their name in the second column. */
const Tasks = () => (
  <ViewedList
    kind="nextSteps"
    title="Tasks"
    policy={nextStepsPolicy}
    columns={useFields(nextStepsFields).columns()}
    fields={nextStepsFields}
    nameOf={({ todo }) => todo}
    filters={{}}
    sort="-dateCreated"
    createText="New task"
    empty={{ icon: IconChecklist, title: 'No tasks yet', text: 'Tasks are listed here.' }}
  />
)
const task = { uniqueId: companyId(1), todo: 'Call them', byWhen: '2026-04-01', dateCreated: sampleTime } as NextStep
const openTasks = (search: string) => {
  mockCalls({
    'GET /api/nextSteps/': () => listAnswer([task]),
    'GET /api/view/': () => listAnswer([]),
  })
  return renderScreen(<Tasks />, { at: `/crm/nextSteps/list${search}`, path: '/crm/nextSteps/list' })
}
const heads = async () => {
  await screen.findByRole('table')
  return screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .slice(0, -1)
}

test('the name of a record is always shown, wherever its column is by default, and every other column can be hidden', async () => {
  const { close } = openTasks('')
  expect((await heads()).slice(0, 2)).toEqual(['Date Created', 'Todo'])
  close()
  const { user } = openTasks('?cols=todo,byWhen')
  expect(await heads()).toEqual(['Todo', 'By When'])
  await user.click(screen.getByRole('button', { name: 'Display' }))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Todo' })).disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Date Created' }))
  expect(await heads()).toEqual(['Todo', 'By When', 'Date Created'])
})

const display = () => screen.getByRole('button', { name: 'Display' })

const shownOrder = (select: HTMLElement) => (select as HTMLSelectElement).selectedOptions[0]?.textContent

test('a list says by what it is sorted, also if that column is not shown, and can be sorted by it', async () => {
  const { user } = openTasks('?cols=todo,byWhen&rows=roomy')
  await heads()
  await user.click(display())
  const order = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(shownOrder(order)).toBe('Date Created, descending')
  await user.selectOptions(order, 'Date Created, ascending')
  expect(new URLSearchParams(location.search).get('sort')).toBe('dateCreated')
  await user.click(screen.getByRole('button', { name: 'Reset display' }))
  expect(location.search).toBe('')
})

test('above cards, too, the order is that of the list, also if its column is not shown', async () => {
  useNarrowWindow()
  const { user } = openTasks('?cols=todo,byWhen')
  const order = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(shownOrder(order)).toBe('Date Created, descending')
  await user.selectOptions(order, 'By When, ascending')
  await waitFor(() => expect(new URLSearchParams(location.search).get('sort')).toBe('byWhen'))
})

test('Escape closes the display options, and the focus returns to their button', async () => {
  const { user } = openTasks('')
  await heads()
  await user.click(display())
  ;(await screen.findByRole('checkbox', { name: 'By When' })).focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'By When' })).toBeNull())
  expect(document.activeElement).toBe(display())
})

const minWidth = async () => (await screen.findByRole('table')).style.minWidth

test('a table with more columns than usual is as wide as they need, however they are resized; another is as wide as the page', async () => {
  const usual = 'todo,dateCreated,byWhen,nextStepsStatus,assignedUser,company'
  const { close } = openTasks(`?cols=${usual}&widths=todo:900`)
  expect(await minWidth()).toBe('')
  close()
  const more = openTasks(`?cols=${usual},createdByName`)
  const width = /(\d+\.?\d*)rem/.exec(await minWidth())![1]
  expect(Number(width) * 16).toBeGreaterThan(900)
  more.close()
  const fields = [...usual.split(','), 'createdByName']
  openTasks(`?cols=${fields.join()}&widths=${fields.map((field) => `${field}:200`).join()}`)
  expect(await minWidth()).toContain('93.75rem')
})
