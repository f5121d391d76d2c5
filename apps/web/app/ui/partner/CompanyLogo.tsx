import styles from './partner.module.css'

interface CompanyLogoProps {
  name: string
  brandLogoUID: string | null
  /** It stands in a box of 128 by 156; else in a small one. */
  isLarge?: boolean
}

/** A company's logo beside its name; the first letter where it has none. */
export const CompanyLogo = ({ name, brandLogoUID, isLarge }: CompanyLogoProps) => (
  <span className={styles.logo} data-large={isLarge} aria-hidden="true">
    {brandLogoUID ? (
      <img src={`/api/document/${encodeURIComponent(brandLogoUID)}`} alt="" loading={isLarge ? 'eager' : 'lazy'} />
    ) : (
      Array.from(name.trim())[0]?.toUpperCase()
    )}
  </span>
)
