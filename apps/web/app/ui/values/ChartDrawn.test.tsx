// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { LegendText } from './ChartDrawn.tsx'

const longName = 'Zuverlässigkeit der Lieferungen an unsere Werke'

test('a name in a legend is cut at 30 characters; its tooltip and screen readers have all of it', () => {
  renderScreen(
    <>
      <LegendText name="Quality" />
      <LegendText name={longName} />
    </>,
  )
  expect(screen.getByText('Quality').title).toBe('')
  expect(screen.getByText('Zuverlässigkeit der Lieferunge…').ariaHidden).toBe('true')
  expect(screen.getByTitle(longName)).toBe(screen.getByText(longName).parentElement)
})
