// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { defaultListState } from '@tradewind/contract/kit/view'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'

const ignore = () => {}
const all = Array.from({ length: 61 }, (_, at) => ({ field: `field${at}`, head: `Field ${at}`, weight: 20 }))
const open = (shown: number) => {
  const visibleFields = all.slice(0, shown).map(({ field }) => field)
  const view = { state: defaultListState(), change: ignore, notice: undefined }
  return renderScreen(<ColumnsMenu fields={{}} columns={{ all, visibleFields }} view={view} onClose={ignore} />)
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
