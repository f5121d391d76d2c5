import styles from './partner.module.css'

interface CompanyLogoProps {
  name: string
  brandLogoUID: string | null
  /** It is seen at once, and loaded at once. */
  isFirst?: boolean
}

/** A company's logo in a box of 128 by 156; the first letter of its name where it has none. */
export const CompanyLogo = ({ name, brandLogoUID, isFirst }: CompanyLogoProps) => (
  <span className={styles.logo} aria-hidden="true">
    {brandLogoUID ? (
      <img src={`/api/document/${encodeURIComponent(brandLogoUID)}`} alt="" loading={isFirst ? 'eager' : 'lazy'} />
    ) : (
      Array.from(name.trim())[0]?.toUpperCase()
    )}
  </span>
)
