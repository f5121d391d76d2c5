import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type Failure, reasonsOf } from '#kit/api/failure'
import { useText } from '#kit/text'

interface FormFailureProps {
  failure: Failure | null
  /** The fields that show their own errors. */
  shownFields?: readonly string[] | undefined
}

/** Why the form of a dialog was rejected, apart from the errors that its fields show. */
export const FormFailure = ({ failure, shownFields }: FormFailureProps) => {
  const t = useText()
  const reasons = failure ? reasonsOf(failure, shownFields) : []
  if (reasons.length === 0) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {reasons.map((reason) => (
        <div key={reason}>{t(reason)}</div>
      ))}
    </Alert>
  )
}
