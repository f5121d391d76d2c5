import { Text } from '@mantine/core'
import type { Entry } from '@tradewind/contract/kit/history'
import { useText } from '#kit/text'
import { isUnreadable, tellingOf } from '#ui/record/changes'
import { Clip } from '#ui/values/Clip'
import { fieldName, showIn } from './audit.words.ts'

/** What stood before and after, field by field. */
export const Changes = ({ changes }: Pick<Entry, 'changes'>) => {
  const t = useText()
  const show = showIn(t)
  const telling = tellingOf(changes)
  if (telling.length === 0) return '–'
  return telling.map(([field, change]) => (
    <div key={field}>
      <Clip lines={3}>
        {t(fieldName(field))}:{' '}
        {isUnreadable(change) ? (
          t('another one')
        ) : (
          <>
            <Text span inherit c="dimmed" component="del">
              {show(field, change.before)}
            </Text>{' '}
            → {show(field, change.after)}
          </>
        )}
      </Clip>
    </div>
  ))
}
