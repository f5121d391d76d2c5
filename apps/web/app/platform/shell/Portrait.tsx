import type { Account } from '@tradewind/contract/platform/identity.contract'
import { useState } from 'react'
import styles from './frame.module.css'

/** The first letters of the first two words, or the first two of the only one. */
const initialsOf = (name: string) => {
  const [first = '', second] = name.split(' ')
  return (second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase()
}

interface PortraitProps {
  of: Pick<Account, 'fullName' | 'brandLogoUID'>
  /** In pixels. */
  size: number
}

/** The logo of the user's company; without one, or if it cannot be loaded, the user's initials. Their name is beside it. */
export const Portrait = ({ of: { fullName, brandLogoUID }, size }: PortraitProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={styles.portrait} style={{ width: size, height: size, fontSize: size / 2.5 }} aria-hidden>
      {brandLogoUID && brandLogoUID !== failed ? (
        <img src={`/api/document/${brandLogoUID}`} alt="" onError={() => setFailed(brandLogoUID)} />
      ) : (
        initialsOf(fullName)
      )}
    </span>
  )
}
