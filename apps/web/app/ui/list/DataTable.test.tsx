// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DataTable } from '#ui/list/DataTable'
import { renderScreen } from '../../../test/visit.tsx'

const rows = ['Fjord', 'Fjell', 'Polar'].map((name) => ({ name, uniqueId: name }))

const Table = () => {
  const [selectedKeys, onSelect] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <DataTable
        label="Companies"
        rows={rows}
        columns={[{ field: 'name', head: 'Name', show: ({ name }) => name }]}
        selection={{
          selectedKeys,
          onSelect,
          nameOf: (key) => key,
          disabledReasonOf: (key) => (key === 'Fjell' ? 'It is in the project already' : undefined),
        }}
        first={21}
      />
      <p>Ticked: {[...selectedKeys].join(', ')}</p>
    </>
  )
}

test('a row that cannot be selected says why, and “select all” skips it', async () => {
  const { user } = renderScreen(<Table />)
  const refused = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Fjell: It is in the project already' })
  expect(refused.disabled).toBe(true)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  await user.click(all)
  expect(screen.getByText('Ticked: Fjord, Polar')).toBeTruthy()
  expect(all.checked).toBe(true)
  await user.click(all)
  expect(screen.getByText('Ticked:')).toBeTruthy()
})

test('Space selects the row reached by arrow keys, and row numbers continue from the previous page', async () => {
  const { user } = renderScreen(<Table />)
  screen.getByRole('checkbox', { name: 'Select Fjord' }).focus()
  await user.keyboard('{ArrowDown} ')
  expect(screen.getByText('Ticked: Polar')).toBeTruthy()
  expect(screen.getByRole('row', { selected: true }).textContent).toBe('23Polar')
})

const columns = [{ field: 'name', head: 'Name', show: ({ name }: { name: string }) => name }] as const
const groupOf = ({ name }: { name: string }) => name.slice(0, 2)

test('group headings span all columns above their rows', () => {
  renderScreen(<DataTable label="Companies" rows={rows} columns={columns} groupOf={groupOf} first={1} />)
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    '#Name',
    'Fj',
    '1Fjord',
    '2Fjell',
    'Po',
    '3Polar',
  ])
  expect(screen.getByRole('rowheader', { name: 'Fj' }).getAttribute('colspan')).toBe('2')
})

test('the name that is the link need not be in the first column', () => {
  renderScreen(
    <DataTable
      label="Companies"
      rows={rows.slice(0, 1)}
      columns={[
        { field: 'number', head: 'Number', show: () => '7' },
        { field: 'name', head: 'Name', show: ({ name }) => name, isName: true },
      ]}
      linkOf={({ name }) => `/crm/${name}`}
    />,
  )
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Fjord'])
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['7', 'Fjord'])
})

const ofIds = (...names: string[]) => names.map((name) => ({ name, uniqueId: name }))
const pages = { first: ofIds('Fjord', 'Fjell'), moved: ofIds('Polar', 'Fjell'), second: ofIds('Nord', 'Sund') }

const TableOfPages = () => {
  const [page, setPage] = useState<keyof typeof pages>('first')
  return (
    <>
      <DataTable label="Companies" rows={pages[page]} columns={columns} />
      <button type="button" onClick={() => setPage(page === 'first' ? 'moved' : 'second')}>
        Next
      </button>
    </>
  )
}

test('rows of another page come all at once, in a body of their own; a row that stays keeps its element', async () => {
  const { user } = renderScreen(<TableOfPages />)
  const fjell = screen.getByRole('row', { name: 'Fjell' })
  const body = fjell.parentElement
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByRole('row', { name: 'Fjell' })).toBe(fjell)
  expect(screen.getByRole('row', { name: 'Polar' }).parentElement).toBe(body)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const nord = screen.getByRole('row', { name: 'Nord' })
  expect(nord.parentElement).not.toBe(body)
  expect(screen.getByRole('row', { name: 'Sund' }).parentElement).toBe(nord.parentElement)
})
