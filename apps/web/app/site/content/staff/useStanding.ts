import type { StaffContent } from '@tradewind/contract/site/content.contract'
import type { ContentStatus } from '@tradewind/contract/site/content.words'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useToast } from '#ui/page/toast'

interface Verdict {
  approved: boolean
  note?: string
  publishAt?: string | null
}

/** Changes where a piece of content stands, and says so. What somebody else has changed meanwhile is refused, and read anew. */
export const useStanding = ({ uniqueId, updatedAt }: Pick<StaffContent, 'uniqueId' | 'updatedAt'>) => {
  const toast = useToast()
  const update = useSend('PATCH /api/content/')
  const review = useSend('POST /api/content/approve')
  const told = (doing: Promise<{ responseStatus: string; message: string }>) =>
    doing.then(
      (reply) => {
        toast.reply(reply)
        return true
      },
      (error: unknown) => {
        toast.failure(failureOf(error))
        return false
      },
    )
  return {
    isPending: update.isPending || review.isPending,
    put: (status: ContentStatus) => told(update.mutateAsync({ uniqueId, updatedAt, status })),
    decide: (verdict: Verdict) => told(review.mutateAsync({ uniqueId, updatedAt, ...verdict })),
  }
}
