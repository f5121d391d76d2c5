import { phrase } from '@tradewind/contract/kit/phrase'
import type { RowOf } from '#kit/api/calls'
import { useSend } from '#kit/api/query'
import { type Translate, useLanguage, useText } from '#kit/text'
import { useConfirmedRemove } from '#ui/dialog/deletion'

type Counts = readonly RowOf<'POST /api/admin/belonging/'>[]

const recordTexts: Readonly<Record<string, string>> = {
  company: phrase('{count} company|{count} companies'),
  contact: phrase('{count} contact|{count} contacts'),
  file: phrase('{count} file|{count} files'),
  review: phrase('{count} review|{count} reviews'),
}
const otherRecordsText = phrase('{count} other record|{count} other records')

const sumOf = (counts: Counts) => counts.reduce((sum, { count }) => sum + count, 0)

/** Sentences about what goes with a user who is deleted: records that are deleted, tasks that others get, shares that end. */
const noticesIn = (t: Translate, language: string, counts: Counts) => {
  const some = (...kinds: string[]) => sumOf(counts.filter(({ kind }) => kinds.includes(kind)))
  const [tasks, shares] = [some('task'), some('share')]
  const named = Object.entries(recordTexts).flatMap(([kind, text]) => (some(kind) > 0 ? [t(text, { count: some(kind) })] : []))
  const others = sumOf(counts) - tasks - shares - some(...Object.keys(recordTexts))
  const records = [...named, ...(others > 0 ? [t(otherRecordsText, { count: others })] : [])]
  return [
    ...(records.length > 0
      ? [t('Deleted for good after 30 days: {records}.', { records: new Intl.ListFormat(language).format(records) })]
      : []),
    ...(tasks > 0
      ? [
          t(
            '{count} open task goes back to its author, or else to a tenant admin.|{count} open tasks go back to their authors, or else to a tenant admin.',
            { count: tasks },
          ),
        ]
      : []),
    ...(shares > 0 ? [t('{count} share ends.|{count} shares end.', { count: shares })] : []),
  ]
}

/** Deletes a user after a confirmation that says what goes with them. */
export const useUserRemoval = () => {
  const t = useText()
  const language = useLanguage()
  const { mutateAsync } = useSend('POST /api/admin/belonging/', { changes: [] })
  const fetchNotices = async (uniqueId: string) => noticesIn(t, language, (await mutateAsync({ uniqueId })).data.rows)
  return useConfirmedRemove('admin', { isPermanent: true, fetchNotices })
}
