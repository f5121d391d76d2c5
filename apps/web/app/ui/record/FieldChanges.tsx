import { Text } from '@mantine/core'
import type { Entry } from '@tradewind/contract/kit/history'
import { useText } from '#kit/text'
import { isUnreadable, toldOf } from '#ui/record/changes'
import { inWords } from '#ui/values/words'
import styles from '#ui/record/record.module.css'

/** The fields of a kind of record in words. */
export interface FieldWords {
  /** How they are called. Of a change that none of them names every field is told. */
  labels: Readonly<Record<string, string>>
  /** A field's value in words. */
  show?: (field: string, value: unknown) => string
}

const shown = (_: string, value: unknown) => inWords(value)

/** What changed, field by field: what stood before and after. */
export const FieldChanges = ({ changes, labels, show = shown }: FieldWords & { changes: Entry['changes'] }) => {
  const t = useText()
  const told = toldOf(changes, labels)
  if (told.length === 0) return null
  return (
    <ul className={styles.changes}>
      {told.map(({ field, label, known, change }) => (
        <Text component="li" size="sm" key={field}>
          {known ? label : t(label)}:{' '}
          {!known && isUnreadable(change) ? (
            t('another one')
          ) : (
            <>
              <del>{show(field, change.before)}</del> → <ins style={{ textDecoration: 'none' }}>{show(field, change.after)}</ins>
            </>
          )}
        </Text>
      ))}
    </ul>
  )
}
