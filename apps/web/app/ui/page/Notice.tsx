import { type ReactNode, useEffect, useEffectEvent } from 'react'

interface NoticeProps {
  kind: 'good' | 'bad'
  title?: string
  children: ReactNode
  /** Milliseconds until it disappears; without them it stays. */
  duration?: number
  onExpire?: () => void
}

/** A message on an open page, announced immediately. */
export const Notice = ({ kind, title, children, duration, onExpire }: NoticeProps) => {
  const notifyGone = useEffectEvent(() => onExpire?.())
  useEffect(() => {
    if (!duration) return
    const timer = setTimeout(notifyGone, duration)
    return () => clearTimeout(timer)
  }, [duration])
  return (
    <div role="alert" className="tw-notice" data-kind={kind}>
      {title && <strong>{title}</strong>}
      <span>{children}</span>
    </div>
  )
}
