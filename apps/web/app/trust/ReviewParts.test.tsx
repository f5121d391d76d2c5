// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { ReviewSetting } from '@tradewind/contract/trust/review.schemas'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../test/answers.ts'
import { myUserId, renderScreen } from '../../test/visit.tsx'
import { ReviewParts } from './ReviewParts.tsx'

const open = () => renderScreen(<ReviewParts />, { role: 'ROLE_BASIC', at: '/user/settings' })

const openSettings = () => {
  let saved: ReviewSetting | null = null
  const { inputsOf } = mockCalls({
    'GET /api/review/setting': () => saved,
    'POST /api/review/setting': (input: object) => {
      saved = { reviewType: null, audiences: [], ...input } as unknown as ReviewSetting
      return { ...saved, added: 0 }
    },
    'GET /api/review/companyDescription/:uniqueId': () => ({ uniqueId: myUserId, companyDescriptionMarkup: null }),
    'GET /api/reviewQuestion/tenant': () => listAnswer([]),
    'GET /api/reviewOwnQuestion/': () => listAnswer([]),
    'GET /api/reviewBadge/': () => listAnswer([]),
  } as never)
  return { ...open(), inputsOf, setSaved: (setting: ReviewSetting) => void (saved = setting) }
}

const surveyType = async () => (await screen.findByLabelText<HTMLSelectElement>('Survey Type')).value
const visibility = () => screen.getByRole<HTMLInputElement>('radio', { name: 'YES' }).checked

test('a choice that was not saved is there again after a reload, until it is saved', async () => {
  const first = openSettings()
  await first.user.selectOptions(await screen.findByLabelText('Survey Type'), 'FranchiseBrands')
  await first.user.click(screen.getByRole('radio', { name: 'YES' }))
  first.close()

  const { user, close } = open()
  expect(await surveyType()).toBe('FranchiseBrands')
  expect(visibility()).toBe(true)
  expect(screen.getByText('Your unsaved text was restored')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save Settings' }))
  await user.click(await screen.findByRole('button', { name: /^Save “/ }))
  await waitFor(() =>
    expect(first.inputsOf('POST /api/review/setting')).toEqual([{ reviewsSearchEnabled: true, reviewType: 'FranchiseBrands' }]),
  )
  await waitFor(() => expect(screen.queryByText('Your unsaved text was restored')).toBeNull())
  expect(localStorage.length === 0 || Object.keys(localStorage).every((key) => !key.startsWith('draft:'))).toBe(true)
  close()
})

test('a choice that is discarded is that which is saved, and a survey type that was saved elsewhere meanwhile stays', async () => {
  const first = openSettings()
  await first.user.selectOptions(await screen.findByLabelText('Survey Type'), 'FranchiseBrands')
  await first.user.click(screen.getByRole('radio', { name: 'YES' }))
  first.close()
  first.setSaved({ reviewType: 'Manufacturers', reviewsSearchEnabled: false, audiences: [] })

  const { user, close } = open()
  expect(await surveyType()).toBe('Manufacturers')
  expect(visibility()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(visibility()).toBe(false)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  close()
})
