import type { AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { useText } from '#kit/text'
import styles from './result.module.css'

/** Each statement with its score, folded up. */
export const Answers = ({ answers }: Pick<AssessmentResult, 'answers'>) => {
  const t = useText()
  if (answers.length === 0) return null
  return (
    <details className={styles.answers}>
      <summary>{t('Your answers, statement by statement')}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('Statement')}</th>
            <th scope="col">{t('Score')}</th>
          </tr>
        </thead>
        <tbody>
          {answers.map(({ questionId, question, score }) => (
            <tr key={questionId}>
              <th scope="row">{question}</th>
              <td>{score}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
