import { Checkbox, Tooltip } from '@mantine/core'
import type { Remark } from '@tradewind/contract/trust/review.fields'
import { failureOf } from '#kit/api/failure'
import { useAnswer, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'

interface TestimonialProps {
  remark: Remark
  /** The page of the list that it stands on. */
  asked: { page: number; size: number }
}

/** Shows a remark on the own page, or no longer: at once, and back where the server refuses. Only what its writer made public. */
export const Testimonial = ({ remark, asked }: TestimonialProps) => {
  const t = useText()
  const toggle = useToggle(asked)
  const { uniqueId, contact, remarkPublic, showAsTestimonial } = remark
  const name = `${contact.firstName} ${contact.lastName}`
  const box = (
    <Checkbox
      checked={showAsTestimonial}
      disabled={!remarkPublic}
      onChange={() => void toggle(uniqueId)}
      aria-label={
        remarkPublic
          ? t('Show the remark of {name} as a testimonial', { name })
          : t('The remark of {name} is not approved for the public', { name })
      }
    />
  )
  if (remarkPublic) return box
  return (
    <Tooltip label={t('This customer did not agree that everybody reads the remark')} multiline maw={260}>
      <span>{box}</span>
    </Tooltip>
  )
}

const useToggle = (asked: TestimonialProps['asked']) => {
  const toast = useToast()
  const list = useAnswer('GET /api/review/remarks', asked)
  const { mutateAsync } = useSend('PUT /api/review/toggleShowAsTestimonial/:uniqueId')
  return async (uniqueId: string) => {
    await list.change((page) => ({
      ...page,
      rows: page.rows.map((row) => (row.uniqueId === uniqueId ? { ...row, showAsTestimonial: !row.showAsTestimonial } : row)),
    }))
    try {
      toast.reply(await mutateAsync({ uniqueId }))
    } catch (error) {
      toast.failure(failureOf(error))
      await list.refresh()
    }
  }
}
