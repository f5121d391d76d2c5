import { useState } from 'react'
import { useText } from '#kit/text'
import styles from '#ui/logo/logo.module.css'

/** A logo in a box of 200 by 100; words where there is none, or none that can be shown. */
export const LogoBox = ({ src }: { src: string | null }) => {
  const t = useText()
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <div className={styles.box}>
      {src && src !== broken ? (
        <img src={src} alt={t('Brand Logo')} onError={() => setBroken(src)} />
      ) : (
        <span>{src ? t('This picture cannot be shown') : t('No logo yet')}</span>
      )}
    </div>
  )
}
