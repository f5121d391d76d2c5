import type { ReactNode } from 'react'
import { useText } from '#kit/text'
import styles from '#ui/record/record.module.css'

interface FactsProps {
  facts: readonly { label: string; value: ReactNode }[]
}

/** What is known of a record, as labels and values. What is not known is N/A. */
export const Facts = ({ facts }: FactsProps) => {
  const t = useText()
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? t('N/A')}</dd>
        </div>
      ))}
    </dl>
  )
}
