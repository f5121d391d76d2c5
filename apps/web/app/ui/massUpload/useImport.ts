import { useQueryClient } from '@tanstack/react-query'
import type { Import } from '@tradewind/contract/kit/massUpload'
import { useEffect, useRef } from 'react'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import type { UploadKind } from '#ui/massUpload/uploads'
import { useToast } from '#ui/page/toast'

export const isOver = ({ processingStatus }: Pick<Import, 'processingStatus'>) =>
  processingStatus === 'COMPLETED' || processingStatus === 'FAILED'

/** Asks each second until the job has ended, and then once makes the lists behind it fresh. */
export const useImport = (kind: UploadKind, uniqueId: string, isCheck: boolean) => {
  const { data, error, refetch } = useCall(`GET /api/${kind}/massUpload/:uniqueId`, { uniqueId }, { every: 1000, until: isOver })
  const tellSuccess = useSuccess(kind)
  const watched = useRef(false)
  useEffect(() => {
    if (data && !isOver(data)) watched.current = true
    if (data?.processingStatus !== 'COMPLETED' || !watched.current) return
    watched.current = false
    if (!isCheck) tellSuccess(data)
  })
  return { data, error, refetch }
}

const useSuccess = (kind: UploadKind) => {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  return ({ created, read }: Import) => {
    toast.show({ title: t('Mass Upload Successful'), text: t('{created} of {read} rows were taken in.', { created, read }) })
    void client.invalidateQueries({ queryKey: [kind], predicate: ({ queryKey }) => !String(queryKey[1]).includes('massUpload') })
  }
}
