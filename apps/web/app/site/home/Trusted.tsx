import { useRef } from 'react'
import { useText } from '#kit/text'
import { marks } from './marks.ts'

/** Where a strip goes by a slide. Beyond its ends it begins anew. */
const placeAfter = ({ scrollLeft, clientWidth, scrollWidth }: Element, by: 1 | -1) => {
  const last = scrollWidth - clientWidth
  const next = scrollLeft + by * clientWidth
  if (next < -1) return last
  return next > last + 1 ? 0 : next
}

/** Twelve marks, four to a slide, turned by hand. */
export const Trusted = () => {
  const t = useText()
  const strip = useRef<HTMLUListElement>(null)
  const turn = (by: 1 | -1) => strip.current?.scrollTo({ left: placeAfter(strip.current, by) })
  return (
    <section className="open-width trusted" aria-labelledby="trusted-title">
      <h2 id="trusted-title">{t('They have already trusted us... will you?')}</h2>
      <div className="trusted-strip">
        <button type="button" className="open-icon" aria-label={t('Previous logos')} onClick={() => turn(-1)}>
          ←
        </button>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
        <ul ref={strip} tabIndex={0} aria-labelledby="trusted-title">
          {marks.map(({ name, line, fill }) => (
            <li key={name}>
              <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
                {line && <path className="trusted-line" d={line} />}
                {fill && <path d={fill} fillRule="evenodd" />}
              </svg>
              {name}
            </li>
          ))}
        </ul>
        <button type="button" className="open-icon" aria-label={t('Next logos')} onClick={() => turn(1)}>
          →
        </button>
      </div>
      <p>{t('These marks are examples: the companies are invented.')}</p>
    </section>
  )
}
