// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSend } from '#kit/api/query'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const onDone = vi.fn<() => void>()

const [first, second] = [companyId(1), companyId(2)]

const Buttons = () => {
  const remove = useSend('DELETE /api/company/:uniqueId')
  const update = useSend('PATCH /api/company/')
  return (
    <>
      {[first, second].map((uniqueId) => (
        <button key={uniqueId} onClick={() => void remove.mutateAsync({ uniqueId }).then(onDone)}>
          Delete {uniqueId}
        </button>
      ))}
      <button onClick={() => update.mutate({ uniqueId: first, legalName: 'Bergwald' })}>Save</button>
    </>
  )
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const visit = () => {
  onDone.mockClear()
  const { inputsOf } = mockCalls({
    'DELETE /api/company/:uniqueId': ({ uniqueId }) => ({ uniqueId }),
    'PATCH /api/company/': () => ({}) as never,
  })
  renderScreen(<Buttons />)
  return inputsOf
}

test('the second click of a double click sends nothing, and the outcome is reported once', async () => {
  const inputsOf = visit()
  click(`Delete ${first}`)
  click(`Delete ${first}`)
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(inputsOf('DELETE /api/company/:uniqueId')).toHaveLength(1)
  expect(onDone).toHaveBeenCalledOnce()
})

test('the same call is sent again once the first has ended, and another one at any time', async () => {
  const inputsOf = visit()
  click(`Delete ${first}`)
  click(`Delete ${second}`)
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2))
  click(`Delete ${second}`)
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(3))
  expect(inputsOf('DELETE /api/company/:uniqueId')).toHaveLength(3)
})

test('a change is sent as often as it is made', async () => {
  const inputsOf = visit()
  click('Save')
  click('Save')
  await waitFor(() => expect(inputsOf('PATCH /api/company/')).toHaveLength(2))
})
