import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { removalNames, removalReasons } from '@tradewind/contract/trust/reviewCase.constants'
import { type SubmitEvent, useRef, useState } from 'react'
import { call, request } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { useStoredForm } from '#kit/browser/storedForm'
import { useLanguage, useText } from '#kit/text'
import { OpenDialog } from '#site/OpenDialog'
import { Notice } from '#ui/page/Notice'
import { Honeypot, OpenField } from '#ui/page/OpenField'
import { reviewerName } from './company.figures.ts'
import type { RemarkFields } from './PublicRemarks.tsx'

interface ReportRemarkProps {
  companyId: string
  remark: RemarkFields
  onClose: () => void
  onDone: (thanks: string) => void
}

/** Reports a remark to the operator of the site, for one of the reasons for which words are removed. */
export const ReportRemark = ({ companyId, remark: { uniqueId, remark }, onClose, onDone }: ReportRemarkProps) => {
  const t = useText()
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const { typed, storeInput, drop } = useStoredForm(`reportRemark:${uniqueId}`, form)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const report = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const { reason = '', note = '', website } = typed
    try {
      const sent = { companyId, uniqueId, reason: reason as 'OFFENSIVE', note, lang: language, ...(website && { website }) }
      const { message } = await request('POST /api/reviewCase/report', sent)
      drop()
      onClose()
      onDone(message)
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  const faults = failure?.fields ?? {}
  const faultOf = (name: string) => faults[name] && t(faults[name])
  return (
    <OpenDialog title={t('Report this remark')} onClose={onClose}>
      <form ref={form} method="post" noValidate onInput={storeInput} onSubmit={(event) => void report(event)}>
        <blockquote>{remark}</blockquote>
        <p>{t('We decide whether its words stay. The stars count in any case.')}</p>
        {failure && Object.keys(faults).length === 0 && <Notice kind="bad">{t(failure.message)}</Notice>}
        <Honeypot />
        <OpenField label={t('Reason')} error={faultOf('reason')} required>
          {(props) => (
            <select {...props} name="reason" defaultValue={typed['reason'] ?? ''}>
              <option value="">{t('Choose a reason')}</option>
              {removalReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {t(removalNames[reason])}
                </option>
              ))}
            </select>
          )}
        </OpenField>
        <OpenField label={t('What is wrong')} error={faultOf('note')}>
          {(props) => <textarea {...props} name="note" rows={3} maxLength={1000} />}
        </OpenField>
        <button type="submit" className="open-button open-button-main" disabled={busy}>
          {t('Report this remark')}
        </button>
      </form>
    </OpenDialog>
  )
}

interface RemoveAnswerProps {
  remark: Remark
  onClose: () => void
  onRemoved: () => Promise<void>
}

/** Removes an answer from a score permanently. The reason is recorded in the audit trail. */
export const RemoveAnswer = ({ remark: { uniqueId, contact }, onClose, onRemoved }: RemoveAnswerProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { typed, storeInput, drop } = useStoredForm(`removeAnswer:${uniqueId}`, form)
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
      <form ref={form} method="post" noValidate onInput={storeInput} onSubmit={(event) => void remove(event)}>
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
