import type { Material, Primitive, TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import { TEXTURE_USES, type TextureUse } from './figure.ts';

/** Where the textures of a primitive lie. */
interface Place {
  /** Which set of texture coordinates. */
  readonly set: number;
  /** (u, v) → rows of this map of the plane. */
  readonly map: readonly [number, number, number, number, number, number];
}

const AS_IT_IS: Place = { set: 0, map: [1, 0, 0, 0, 1, 0] };

/**
 * Texture coordinates that show the first texture of a primitive (its colour, if it has one) where the file wants it:
 * the set that it names, moved by KHR_texture_transform. Others that lie elsewhere are noted, and lie there, too.
 */
export function placedUvs(
  primitive: Primitive,
  read: (attribute: string) => Float64Array | null,
  note: (text: string) => void,
): Float64Array | null {
  const material = primitive.getMaterial();
  const [first = AS_IT_IS, ...others] = material === null ? [] : placesIn(material);
  if (
    others.some((other) => other.set !== first.set || other.map.some((c, i) => c !== first.map[i]))
  )
    note(
      `material "${material!.getName()}": its textures lie in different places; all of them are drawn where its colour is.`,
    );
  const uvs = read(`TEXCOORD_${first.set}`);
  if (uvs === null) return null;
  const [a, b, c, d, e, f] = first.map;
  for (let i = 0; i < uvs.length; i += 2) {
    const [u, v] = [uvs[i], uvs[i + 1]];
    uvs[i] = a * u + b * v + c;
    uvs[i + 1] = d * u + e * v + f;
  }
  return uvs;
}

function placesIn(material: Material): Place[] {
  const infos = TEXTURE_USES.map((use) => textureInfo(material, use));
  return infos.filter((info) => info !== null).map(placeOf);
}

/** How a material uses a texture; null if it has none. */
export function textureInfo(material: Material, use: TextureUse): TextureInfo | null {
  switch (use) {
    case 'color':
      return material.getBaseColorTextureInfo();
    case 'metallicRoughness':
      return material.getMetallicRoughnessTextureInfo();
    case 'normal':
      return material.getNormalTextureInfo();
    case 'occlusion':
      return material.getOcclusionTextureInfo();
    case 'emissive':
      return material.getEmissiveTextureInfo();
  }
}

/** Scale, then turn, then shift. v points down in images, so that a turn against the clock has the sines this way. */
function placeOf(info: TextureInfo): Place {
  const transform = info.getExtension<Transform>('KHR_texture_transform');
  if (transform === null) return { ...AS_IT_IS, set: info.getTexCoord() };
  const [x, y] = transform.getOffset();
  const [s, t] = transform.getScale();
  const [cos, sin] = [Math.cos(transform.getRotation()), Math.sin(transform.getRotation())];
  return {
    set: transform.getTexCoord() ?? info.getTexCoord(),
    map: [s * cos, t * sin, x, -s * sin, t * cos, y],
  };
}
