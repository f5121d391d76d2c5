import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { type SubmitEvent, useRef, useState } from 'react'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { useKeptForm } from '#kit/browser/kept-form'
import { useText } from '#kit/text'
import { OpenDialog } from '#site/OpenDialog'
import { OpenField } from '#ui/open/OpenField'
import { Notice } from '#ui/page/Notice'
import { reviewerName } from './company.words.ts'

interface RemoveAnswerProps {
  remark: Remark
  onClose: () => void
  onRemoved: () => Promise<void>
}

/** Takes an answer out of a score for good. The reason stays in the audit trail. */
export const RemoveAnswer = ({ remark: { uniqueId, contact }, onClose, onRemoved }: RemoveAnswerProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { typed, heed, drop } = useKeptForm(`removeAnswer:${uniqueId}`, form)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const remove = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      await call('DELETE /api/review/:uniqueId', { uniqueId, reason: typed['reason'] ?? '' })
      drop()
      onClose()
      await onRemoved()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <OpenDialog title={t('Remove the answer of {name}?', { name: reviewerName(contact) })} onClose={onClose}>
      <form ref={form} method="post" noValidate onInput={heed} onSubmit={(event) => void remove(event)}>
        <p>{t('It no longer counts towards the score, and this cannot be undone. Your reason stays in the audit trail.')}</p>
        {failure && !failure.fields['reason'] && <Notice kind="bad">{t(failure.message)}</Notice>}
        <OpenField label={t('Reason')} error={failure?.fields['reason'] && t(failure.fields['reason'])} required>
          {(props) => <textarea {...props} name="reason" rows={3} maxLength={2000} />}
        </OpenField>
        <button type="submit" className="open-button open-button-main" disabled={busy}>
          {t('Remove this answer')}
        </button>
      </form>
    </OpenDialog>
  )
}
