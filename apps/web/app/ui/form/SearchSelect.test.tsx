// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { useRecord } from '#kit/api/records'
import { RecordSelect, SearchMultiSelect } from '#ui/form/SearchSelect'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const names = ['Fjord', 'Fjell', 'Polar']
const companies = names.map((legalName, at) => sampleCompany(at + 1, { legalName }))

const One = ({ start = null }: { start?: string | null }) => {
  const [id, setId] = useState(start)
  return (
    <>
      <RecordSelect kind="company" nameField="legalName" label="Company" clearable value={id} onChange={setId} />
      <p>Chosen: {id ?? 'none'}</p>
    </>
  )
}

const saved = vi.fn<(id: string | null) => void>()

const Saved = ({ isPlain = false }: { isPlain?: boolean }) => {
  const [id, setId] = useState<string | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saved(id)
      }}
    >
      <RecordSelect
        kind="company"
        nameField="legalName"
        label="Company"
        value={id}
        onChange={setId}
        onNew={isPlain ? undefined : created}
      />
      <button>Save</button>
    </form>
  )
}
const created = vi.fn<(name: string) => void>()

const Several = () => {
  const [chosen, setChosen] = useState([{ uniqueId: companyId(3), legalName: 'Polar' }])
  return (
    <>
      <SearchMultiSelect
        route="GET /api/company/"
        query={{ sort: 'legalName' }}
        label="Companies"
        refOf={({ uniqueId, legalName }) => ({ uniqueId, legalName })}
        nameOf={({ legalName }) => legalName}
        value={chosen}
        onChange={setChosen}
        excludedId={companyId(2)}
      />
      <p>Chosen: {chosen.map(({ legalName }) => legalName).join(', ')}</p>
    </>
  )
}

const NameOfFirst = () => <p>Called: {useRecord('company', companyId(1)).data?.legalName}</p>

const byId = (id: string) => companies.find(({ uniqueId }) => uniqueId === id)!
const holding = (found = companies) =>
  mockCalls({
    'GET /api/company/': ({ legalName = '', q = legalName }) =>
      listAnswer(found.filter((one) => one.legalName.toLowerCase().includes(q.toLowerCase()))),
    'GET /api/company/:uniqueId': ({ uniqueId }) => byId(uniqueId),
  })

const field = () => screen.getByRole<HTMLInputElement>('combobox')
const option = (name: string) => screen.findByRole('option', { name })
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('searches after typing pauses, not letter by letter, and a result can be chosen', async () => {
  const { inputsOf } = holding()
  const { user } = renderScreen(<One />)
  await user.click(field())
  await option('Polar')
  for (const letter of 'fjell') {
    await user.keyboard(letter)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await waitFor(() => expect(offered()).toEqual(['Fjell']))
  const [unsought, ...sought] = inputsOf('GET /api/company/')
  expect(unsought).toEqual({ sort: 'legalName', page: '0', size: '20' })
  expect(sought.at(-1)).toEqual({ sort: 'legalName', legalName: 'fjell', page: '0', size: '20' })
  expect(sought.length).toBeLessThan('fjell'.length) // one, unless the machine stalls
  await user.keyboard('{Enter}')
  expect(field().value).toBe('Fjell')
  expect(screen.getByText(`Chosen: ${companyId(2)}`)).toBeTruthy()
})

test('Enter before the list has updated chooses the first match of the typed text', async () => {
  holding()
  const { user } = renderScreen(<One />)
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Enter}')
  expect(await screen.findByText(`Chosen: ${companyId(3)}`)).toBeTruthy()
  expect(field().value).toBe('Polar')
})

test('shows the chosen record by name, even if the list does not contain it, and it can be cleared', async () => {
  holding([])
  const { user } = renderScreen(<One start={companyId(1)} />)
  await waitFor(() => expect(field().value).toBe('Fjord'))
  await user.click(field())
  await user.keyboard('{Backspace}{Tab}')
  expect(screen.getByText('Chosen: none')).toBeTruthy()
  expect(field().value).toBe('')
})

test('a name that loads while the user types does not replace the typed text', async () => {
  const { promise: named, resolve: name } = Promise.withResolvers<void>()
  mockCalls({
    'GET /api/company/': () => listAnswer(companies),
    'GET /api/company/:uniqueId': ({ uniqueId }) => named.then(() => byId(uniqueId)),
  })
  const { user } = renderScreen([<One key="field" start={companyId(1)} />, <NameOfFirst key="name" />])
  await user.click(field())
  await user.keyboard('pol')
  name()
  await screen.findByText('Called: Fjord')
  expect(field().value).toBe('pol')
  await user.keyboard('{Escape}')
  expect(field().value).toBe('Fjord')
  await user.keyboard('pol')
  await user.tab()
  expect(await screen.findByText(`Chosen: ${companyId(3)}`)).toBeTruthy()
  await waitFor(() => expect(field().value).toBe('Polar'))
})

test('says how many more records match than are shown', async () => {
  mockCalls({ 'GET /api/company/': () => listAnswer(companies, 1500) })
  const { user } = renderScreen(<One />)
  await user.click(field())
  expect(await screen.findByText('1,497 more: type a part of the name')).toBeTruthy()
})

test('reports below the field that choices failed to load, and requests them again by a button', async () => {
  const answers = [() => listAnswer(companies), () => throwFailure(new Failure(500, 'The disk is full'))]
  mockCalls({ 'GET /api/company/': () => answers.pop()!() })
  const { user } = renderScreen(<One />)
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(field())
  expect(await option('Fjord')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('several records are chosen one by one; those already chosen and the excluded one are not offered', async () => {
  const { inputsOf } = holding()
  const { user } = renderScreen(<Several />)
  await user.click(field())
  await option('Fjord')
  expect(offered()).toEqual(['Fjord'])
  await user.keyboard('fjo')
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ q: 'fjo' }))
  await option('Fjord')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Chosen: Polar, Fjord')).toBeTruthy()
  expect(field().value).toBe('')
})

/** The answers to searches for typed words arrive when `answer` is called. */
const searchingSlowly = (found = companies) => {
  const waiting: (() => void)[] = []
  const server = mockCalls({
    'GET /api/company/': async ({ legalName = '', q = legalName }) => {
      if (q) await new Promise<void>((resolve) => waiting.push(resolve))
      return listAnswer(found.filter((one) => one.legalName.toLowerCase().includes(q.toLowerCase())))
    },
    'GET /api/company/:uniqueId': ({ uniqueId }) => byId(uniqueId),
  })
  const answer = async () => {
    await waitFor(() => expect(waiting).not.toHaveLength(0))
    for (const resolve of waiting.splice(0)) resolve()
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
  return { ...server, answer }
}

test('a choice that was confirmed by Tab and arrives late does not replace what is typed meanwhile', async () => {
  const { answer } = searchingSlowly()
  const { user } = renderScreen([<One key="field" />, <button key="other">Other</button>])
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Tab}')
  await user.click(field())
  await user.keyboard('fj')
  await answer()
  expect(field().value).toBe('fj')
  expect(screen.getByText('Chosen: none')).toBeTruthy()
})

test('the typed text stays visible until the choice that was confirmed by Tab has arrived', async () => {
  const { answer } = searchingSlowly()
  const { user } = renderScreen([<One key="field" />, <button key="other">Other</button>])
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Tab}')
  expect(field().value).toBe('pol')
  await answer()
  await waitFor(() => expect(field().value).toBe('Polar'))
})

test('Enter chooses the first match also if the field is left before it has arrived', async () => {
  const { answer } = searchingSlowly()
  const { user } = renderScreen([<One key="field" />, <button key="other">Other</button>])
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Enter}')
  await user.click(screen.getByRole('button', { name: 'Other' }))
  await answer()
  expect(await screen.findByText(`Chosen: ${companyId(3)}`)).toBeTruthy()
  expect(field().value).toBe('Polar')
})

test('says that nothing matches if the field was left before that was known', async () => {
  const { answer } = searchingSlowly([])
  const { user } = renderScreen([<One key="field" start={companyId(1)} />, <button key="other">Other</button>])
  await waitFor(() => expect(field().value).toBe('Fjord'))
  await user.click(field())
  await user.keyboard('Atlantis{Tab}')
  await answer()
  expect(await screen.findByText('Nothing matches “Atlantis”')).toBeTruthy()
  expect(field().value).toBe('Fjord')
  await user.click(field())
  await user.keyboard('f')
  expect(screen.queryByText('Nothing matches “Atlantis”')).toBeNull()
})

test('says that the search failed if the field was left before that was known', async () => {
  mockCalls({
    'GET /api/company/': ({ legalName }) =>
      legalName ? throwFailure(new Failure(500, 'The disk is full')) : listAnswer(companies),
  })
  const { user } = renderScreen([<One key="field" />, <button key="other">Other</button>])
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Tab}')
  expect(await screen.findByText('The disk is full')).toBeTruthy()
  expect(field().value).toBe('pol')
})

test('several: a record that was removed while another is searched stays removed', async () => {
  const { answer } = searchingSlowly()
  const { user } = renderScreen([<Several key="field" />, <button key="other">Other</button>])
  await user.click(field())
  await option('Fjord')
  await user.keyboard('fjo{Tab}')
  await user.click(document.querySelector('.mantine-Pill-remove')!)
  expect(screen.getByText('Chosen:')).toBeTruthy()
  await answer()
  expect(await screen.findByText('Chosen: Fjord')).toBeTruthy()
  expect(field().value).toBe('')
})

test('a form that is saved while a choice is searched is saved with it, and not without one', async () => {
  saved.mockClear()
  const { answer } = searchingSlowly()
  const { user } = renderScreen(<Saved />)
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Tab}{Enter}')
  expect(saved).not.toHaveBeenCalled()
  await answer()
  expect(saved).toHaveBeenCalledExactlyOnceWith(companyId(3))
})

test('a form is not saved without the choice that is searched, if there is none', async () => {
  saved.mockClear()
  const { answer } = searchingSlowly([])
  const { user } = renderScreen(<Saved isPlain />)
  await user.click(field())
  await user.keyboard('pol{Tab}{Enter}')
  await answer()
  expect(saved).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field())
})

test('a choice that arrives after the form was left changes nothing', async () => {
  const { answer } = searchingSlowly()
  const chosen = vi.fn<(id: string | null) => void>()
  const { user, router } = renderScreen(<RecordSelect kind="company" nameField="legalName" label="Company" onChange={chosen} />, {
    path: '/',
  })
  await user.click(field())
  await option('Polar')
  await user.keyboard('pol{Tab}')
  await act(() => router.navigate('/other'))
  await answer()
  expect(chosen).not.toHaveBeenCalled()
})

test('Tab creates a missing record from the typed text, also before it is known to be missing', async () => {
  created.mockClear()
  const { answer } = searchingSlowly()
  const { user } = renderScreen(<Saved />)
  await user.click(field())
  await option('Polar')
  await user.keyboard('Atlantis{Tab}')
  await answer()
  expect(created).toHaveBeenCalledExactlyOnceWith('Atlantis')
})

test('Ctrl+Enter submits the form, unless it chooses what was typed', async () => {
  saved.mockClear()
  holding()
  const { user } = renderScreen(<Saved isPlain />)
  await user.type(await screen.findByRole('combobox', { name: 'Company' }), 'Fjord')
  await screen.findByRole('option', { name: 'Fjord' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(saved).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(saved).toHaveBeenCalledExactlyOnceWith(companyId(1))
  expect(screen.queryByRole('option')).toBeNull()
})
