import { type ReactNode, useEffect, useEffectEvent } from 'react'

interface NoticeProps {
  kind: 'good' | 'bad'
  title?: string
  children: ReactNode
  /** Milliseconds until it disappears; without them it stays. */
  stands?: number
  onGone?: () => void
}

/** A message on an open page, announced immediately. */
export const Notice = ({ kind, title, children, stands, onGone }: NoticeProps) => {
  const notifyGone = useEffectEvent(() => onGone?.())
  useEffect(() => {
    if (!stands) return
    const timer = setTimeout(notifyGone, stands)
    return () => clearTimeout(timer)
  }, [stands])
  return (
    <div role="alert" className="tw-notice" data-kind={kind}>
      {title && <strong>{title}</strong>}
      <span>{children}</span>
    </div>
  )
}
