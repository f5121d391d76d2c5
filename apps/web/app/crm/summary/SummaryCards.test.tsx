// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { expect, test } from 'vitest'
import { FeaturesContext } from '#kit/feature'
import { Shell } from '#platform/shell/Shell'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleTime } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { nextStepsFeature } from '../nextSteps.feature.ts'
import { SummaryCards } from './SummaryCards.tsx'

const sampleSummary = (number: number, plainText: string) =>
  ({
    uniqueId: companyId(number),
    text: `<p>${plainText}</p>`,
    plainText,
    meetingDate: '2026-03-10',
    meetingReport: { uniqueId: companyId(8), createdBy: companyId(9) },
    company: { uniqueId: companyId(1), legalName: 'Fjord AS' },
    createdByName: 'Ada Sud',
    dateCreated: sampleTime,
    sharedWith: [],
    sharedWithProjects: [],
    openSteps: 0,
  }) as unknown as Summary

test('on the page of a report, C, then T adds a task to its newest summary', async () => {
  const { inputsOf } = mockCalls({
    'POST /api/nextSteps/': () => ({ uniqueId: companyId(5) }) as never,
    'GET /api/summary/': () => listAnswer([sampleSummary(7, 'They want a sample.'), sampleSummary(6, 'They call back.')]),
  })
  const { user } = renderScreen(
    <FeaturesContext value={[nextStepsFeature]}>
      <Shell bell={null}>
        <SummaryCards query={{ meetingReportUID: companyId(8) }} ofReport empty={null} />
      </Shell>
    </FeaturesContext>,
    { at: `/crm/meetingReport/show/${companyId(8)}`, path: '/crm/meetingReport/show/:uniqueId' },
  )
  await screen.findByText('They call back.')
  await user.keyboard('ct')
  await user.type(await screen.findByRole('textbox', { name: /Todo/ }), 'Send it')
  await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('POST /api/nextSteps/')).toMatchObject([{ todo: 'Send it', summaryUID: companyId(7) }]))
})
