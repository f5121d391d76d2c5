// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { SurveyPreview } from './SurveyPreview.tsx'

const Fields = ({ survey }: { survey: { questions: readonly { headline: string }[] } }) =>
  survey.questions.map(({ headline }) => <p key={headline}>{headline}</p>)

const surveyOf = (headline: string) =>
  ({ user: { userCompanyName: 'Bergwald' }, questions: [{ uniqueId: headline, headline, question: '' }] }) as never

const openPreview = () => renderScreen(<SurveyPreview Fields={Fields as never} />, { at: '/review/preview?type=Manufacturers' })

test('an answer that arrives late does not replace that of the survey type which is open now', async () => {
  const first = Promise.withResolvers<void>()
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'GET /api/reviewOwnQuestion/preview': async ({ reviewType }) => {
      if (reviewType === 'Manufacturers') await first.promise
      return surveyOf(`Questions of ${reviewType}`)
    },
  })
  const { router } = openPreview()
  await act(() => router.navigate('?type=FranchiseBrands'))
  expect(await screen.findByText('Questions of FranchiseBrands')).toBeTruthy()
  await act(async () => {
    first.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(screen.queryByText('Questions of Manufacturers')).toBeNull()
  expect(screen.getByText('Questions of FranchiseBrands')).toBeTruthy()
})

test('the message of a survey that could not be loaded goes once another one is shown', async () => {
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'GET /api/reviewOwnQuestion/preview': ({ reviewType }) =>
      reviewType === 'Manufacturers'
        ? throwFailure(new Failure(422, 'Not now', { reviewType: 'Not this type' }))
        : surveyOf('Questions'),
  })
  const { router } = openPreview()
  expect(await screen.findByText('Not this type')).toBeTruthy()
  await act(() => router.navigate('?type=FranchiseBrands'))
  expect(await screen.findByText('Questions')).toBeTruthy()
  expect(screen.queryByText('Not this type')).toBeNull()
})
