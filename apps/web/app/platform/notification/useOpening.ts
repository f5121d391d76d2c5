import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { useNavigate } from 'react-router'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { listAddress } from './newest.ts'

/** Where a notification leads: to the screen that shows it, else to the list of all. */
export const useTarget = () => {
  const at = useArea()
  const list = listAddress(useActor().roles)
  return ({ path }: Pick<Notification, 'path'>) => (path === null ? list : at(path))
}

/** Marks a notification as read, once. */
export const useMarking = () => {
  const send = useSend('POST /api/notificationQueue/read', { changes: ['notificationQueue'] })
  return ({ uniqueId, readAt }: Notification) => {
    if (readAt === null) send.mutate({ uniqueIds: [uniqueId] })
  }
}

/** Marks a notification as read and goes where it leads. */
export const useOpening = () => {
  const navigate = useNavigate()
  const targetOf = useTarget()
  const mark = useMarking()
  return (item: Notification) => {
    mark(item)
    void navigate(targetOf(item))
  }
}
