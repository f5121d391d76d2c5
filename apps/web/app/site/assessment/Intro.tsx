import type { AskedQuestion } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategoryNames } from '@tradewind/contract/site/assessment.words'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { byCategory, minutesFor } from './answers.ts'
import styles from './assessment.module.css'

interface IntroProps {
  questions: readonly AskedQuestion[]
  onStart: () => void
}

/** What the self-assessment is, how long it takes and what one gets. Without script the statements can be read. */
export const Intro = ({ questions, onStart }: IntroProps) => {
  const t = useText()
  const said = { count: String(questions.length), minutes: String(minutesFor(questions.length)) }
  return (
    <section className={`open-width ${styles.intro}`}>
      <div className={styles.head}>
        <h1>{t('Is your company ready for new markets?')}</h1>
        <p className={styles.lead}>
          {t(
            'A structured look at your company before it goes abroad: {count} statements in six areas, about {minutes} minutes, free of charge. Afterwards you know what is strong and what to mend first.',
            said,
          )}
        </p>
        {questions.length > 0 ? (
          <>
            <button type="button" className="open-button open-button-main" onClick={onStart}>
              {t('Start the self-assessment')}
            </button>
            <noscript>
              <p className={styles.note}>
                {t('Your answers are sent by a script, and this browser runs none. The statements can be read below.')}
              </p>
            </noscript>
          </>
        ) : (
          <p className={styles.note}>{t('No questions available.')}</p>
        )}
      </div>
      <Terms />
      {questions.length > 0 && <Preview questions={questions} />}
    </section>
  )
}

const Terms = () => {
  const t = useText()
  const company = usePage().tenant.name
  const terms = [
    [
      t('How it works'),
      t(
        'You say how far you agree with each statement, from 0 to 5. There is no right answer to guess: the honest one is the useful one. You may close the page and go on later in the same browser.',
      ),
    ],
    [
      t('What you get'),
      t(
        'A mail with the link to your result: a chart of the six areas, your score in each, why it matters, and what to do about it. You can print it and take it to your next meeting.',
      ),
    ],
    [
      t('What happens to your answers'),
      t(
        'They stay in this browser until you send them. {company} then reads them and may write to you about them. The result page names nobody, and only those who have its link can open it.',
        { company },
      ),
    ],
  ] as const
  return (
    <ul className={styles.terms}>
      {terms.map(([title, text]) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

const Preview = ({ questions }: Pick<IntroProps, 'questions'>) => {
  const t = useText()
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <h2 id="preview">{t('What you will be asked')}</h2>
      {byCategory(questions).map(({ category, questions: asked }) => (
        <details key={category}>
          <summary>
            <h3>{t(assessmentCategoryNames[category])}</h3>
            <span>{t('{count} statement|{count} statements', { count: asked.length })}</span>
          </summary>
          <ol>
            {asked.map(({ uniqueId, question }) => (
              <li key={uniqueId}>{question}</li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}
