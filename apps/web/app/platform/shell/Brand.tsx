import { usePage } from '#kit/page/page'

/** The project's logo: a sea, three lines of wind, and a compass needle. */
export const Sign = ({ size = 32 }: { size?: number }) => (
  <svg className="tw-sign" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <circle className="tw-sign-sea" cx="16" cy="16" r="16" />
    <path
      className="tw-sign-wind"
      d="M3.4 21.5C9 23.5 12 18 17 19.4S24 22.6 29 20M5.8 26C11 27.5 14 23 18.5 24S23 25.8 26.4 25"
    />
    <path className="tw-sign-needle" d="M25.5 5.5L18.4 17.6 13.4 12.6Z" />
    <path className="tw-sign-tail" d="M6.5 18.5L13.4 12.6 18.4 17.6Z" />
  </svg>
)

/** The tenant's logo, else its name; in the main account preceded by the project's logo. */
export const Brand = () => {
  const { tenant } = usePage()
  if (tenant.logo) return <img className="tw-logo" src={tenant.logo} alt={tenant.name} height={40} />
  return (
    <span className="tw-brand" title={tenant.name}>
      {tenant.isMain && <Sign />}
      <span className="tw-brand-name">{tenant.name}</span>
    </span>
  )
}
