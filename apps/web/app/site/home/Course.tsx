import { useText } from '#kit/text'

/** What a company does to enter a market, in the order in which it does it. */
export const Course = () => {
  const t = useText()
  const legs = [
    [
      t('Take your bearings'),
      t(
        'Answer the readiness assessment and see, field by field, where your company is strong and what to mend before you leave.',
      ),
    ],
    [
      t('Find who is there'),
      t('Keep the companies and contacts of each market in one list that your whole team searches, filters and relies on.'),
    ],
    [
      t('Hold your course'),
      t('Write the meeting report while it is fresh. Summaries, tasks and dates follow from it, and nobody has to ask twice.'),
    ],
    [
      t('Arrive well known'),
      t('Ask the people you work with for a review. Their answers become a trust score that your next partner can read.'),
    ],
  ]
  return (
    <section className="open-width course" aria-labelledby="course-title">
      <h2 id="course-title">{t('From the first question to the first order')}</h2>
      <ol>
        {legs.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
