import { Link } from 'react-router'
import { areaOf } from '#kit/account/landing'
import { useRoles } from '#kit/session'
import { useText } from '#kit/text'

/** The way to their own area for whoever is signed in. */
export const MyArea = ({ className }: { className?: string }) => {
  const t = useText()
  const area = areaOf(useRoles())
  return area ? (
    <Link className={className} to={area}>
      {t('My area')}
    </Link>
  ) : null
}
