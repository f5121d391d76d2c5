import { scoreColour } from '@tradewind/contract/trust/review.constants'
import { fullStarPoints, halfStarPoints, scoreText, starFillsOf } from '@tradewind/contract/trust/star'
import { useLanguage, useText } from '#kit/text'

interface StarsProps {
  score: number
  /** The height of a star in pixels. */
  size?: number
  /** The score is given in text next to the stars, so they are hidden from screen readers. */
  isDecoration?: boolean
}

/** A score as five stars in half steps, in its colour. Needs only the styles of `stars.css`. */
export const Stars = ({ score, size = 20, isDecoration = false }: StarsProps) => {
  const t = useText()
  const language = useLanguage()
  const imageProps = { role: 'img', 'aria-label': t('{score} out of 5 stars', { score: scoreText(score, language) }) }
  return (
    <svg
      className={`tw-stars tw-score-${scoreColour(score)}`}
      viewBox="0 0 120 24"
      width={size * 5}
      height={size}
      focusable="false"
      {...(isDecoration ? { 'aria-hidden': true } : imageProps)}
    >
      {starFillsOf(score).map((fill, at) => (
        <g key={at} transform={`translate(${at * 24} 0)`}>
          <polygon points={fullStarPoints} className={fill === 'full' ? 'tw-star-lit' : undefined} />
          {fill === 'half' && <polygon points={halfStarPoints} className="tw-star-lit" />}
        </g>
      ))}
    </svg>
  )
}

/** A score as a number in its colour. */
export const ScoreFigure = ({ score, decimals = 1 }: { score: number; decimals?: number }) => {
  const language = useLanguage()
  return <span className={`tw-figures tw-score-${scoreColour(score, decimals)}`}>{scoreText(score, language, decimals)}</span>
}
